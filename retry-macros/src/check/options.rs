//! The rules for options that do not fit together.

use std::collections::HashSet;
use std::time::Duration;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::Expr;

use super::function::parameters;
use crate::defaults;
use crate::errors::Errors;
use crate::model::Function;
use crate::options::Options;
use crate::parse::head::signature;
use crate::parse::tokens::is_variable;
use crate::setting::{Attempts, Backoff, Constant, Curve, Jitter, Setting};

pub(super) fn check(options: &Options, function: Option<&Function>, errors: &mut Errors) {
    if let Some(policy) = &options.policy {
        one_schedule(options, &policy.key, errors);
    } else if let Some(with) = &options.with {
        one_schedule(options, &with.key, errors);
    } else {
        curve(options, errors);
        base_and_cap(options, errors);
    }
    unlimited_attempts(options, errors);
    time_limits(options, errors);
    clock(options, errors);
    stop(options, errors);
    constants(options, function, errors);
}

/// Refuses keys of the schedule beside `policy` or `with`, which bring a whole schedule.
fn one_schedule(options: &Options, policy: &Ident, errors: &mut Errors) {
    fn key<T>(setting: Option<&Setting<T>>) -> Option<&Ident> {
        setting.map(|setting| &setting.key)
    }
    let Options {
        base,
        cap,
        factor,
        backoff,
        jitter,
        attempts,
        retry_after_cap,
        deadline,
        // These are no part of a policy.
        keys: _,
        policy: _,
        with: _,
        timeout: _,
        timed_out: _,
        trace_error: _,
        transient: _,
        until: _,
        budget: _,
        stop: _,
        breaker: _,
        breaker_open: _,
        on_retry: _,
        on_give_up: _,
        report: _,
        name: _,
        context: _,
        rng: _,
        clock: _,
        sleep: _,
        blocking: _,
        nested: _,
        krate: _,
    } = options;
    let schedule = [
        key(base.as_ref()),
        key(cap.as_ref()),
        key(factor.as_ref()),
        key(backoff.as_ref()),
        key(jitter.as_ref()),
        key(attempts.as_ref()),
        key(retry_after_cap.as_ref()),
        key(deadline.as_ref()),
    ];
    let remedy = if policy == "with" {
        "write `policy = …` beside it for a schedule of this function's own".to_owned()
    } else {
        format!("drop `{policy}` and write the schedule here")
    };
    for key in schedule.into_iter().flatten() {
        errors.at(
            key.span(),
            format!("`{key}` is part of the policy that `{policy} = …` brings: set it there, or {remedy}"),
        );
    }
}

/// Refuses options that the chosen curve or jitter does not use.
fn curve(options: &Options, errors: &mut Errors) {
    let backoff = options.backoff.as_ref();
    let decorrelated = options.jitter.as_ref().filter(|jitter| matches!(jitter.value, Jitter::Decorrelated));
    if let Some(jitter) = decorrelated {
        let unused = [backoff.map(|backoff| &backoff.key), options.factor.as_ref().map(|factor| &factor.key)];
        for key in unused.into_iter().flatten() {
            errors.at(
                key.span(),
                format!("`{key}` has no use beside decorrelated jitter, which grows from `base` to `cap` by itself: remove it, or choose another `{}`", jitter.key),
            );
        }
        return;
    }
    let exponential = backoff.is_none_or(|backoff| matches!(backoff.value, Backoff::Curve(Curve::Exponential)));
    if let Some(factor) = options.factor.as_ref().filter(|_| !exponential) {
        errors.at(
            factor.key.span(),
            "`factor` belongs to exponential backoff, and this `backoff` does not use it: remove one of the two",
        );
    }
    let computed = backoff.is_none_or(|backoff| matches!(backoff.value, Backoff::Curve(_)));
    if let Some(base) = options.base.as_ref().filter(|_| !computed) {
        errors.at(
            base.key.span(),
            "`base` is not used by a list of delays or a function of the attempt: remove one of the two",
        );
    }
}

fn base_and_cap(options: &Options, errors: &mut Errors) {
    let cap = options.cap.as_ref();
    let highest = match cap {
        Some(cap) => cap.value.literal().copied(),
        None => Some(defaults::CAP),
    };
    let Some(highest) = highest else { return };
    let shown = humantime::format_duration(highest);
    match options.backoff.as_ref().map(|backoff| &backoff.value) {
        Some(Backoff::Delays(delays)) => {
            for delay in delays.iter().filter(|_| cap.is_some()) {
                if let Constant::Literal(delay, literal) = delay {
                    if *delay > highest {
                        errors.at(
                            literal.span(),
                            format!("this delay is above the `cap` of {shown}: raise `cap`, or remove it and the longest delay is the cap"),
                        );
                    }
                }
            }
        }
        Some(Backoff::Function(_)) => {}
        Some(Backoff::Curve(_)) | None => match (&options.base, cap) {
            (Some(Setting { value: Constant::Literal(base, literal), .. }), _) if *base > highest => {
                let which = if cap.is_some() { "`cap`" } else { "default `cap`" };
                errors.at(
                    literal.span(),
                    format!(
                        "`base` is above the {which} of {shown}, which no delay exceeds: lower `base`, or write `cap = \"{}\"`",
                        humantime::format_duration(*base)
                    ),
                );
            }
            (None, Some(Setting { value: Constant::Literal(cap, literal), .. })) if defaults::BASE > *cap => errors.at(
                literal.span(),
                format!(
                    "`cap` is below the default `base` of {}: write `base = \"{shown}\"` or less as well",
                    humantime::format_duration(defaults::BASE)
                ),
            ),
            _ => {}
        },
    }
}

fn unlimited_attempts(options: &Options, errors: &mut Errors) {
    let Some(Setting { value: Attempts::Unlimited(unlimited), .. }) = &options.attempts else { return };
    if !options.keys.iter().any(|key| matches!(*key, "deadline" | "policy" | "with")) {
        errors.on(
            unlimited,
            "unlimited attempts need a `deadline`, or a call could retry for ever: add `deadline = \"1min\"`, or write a number, `attempts = 6`",
        );
    }
}

/// Refuses limits that would end every call or never end any, and errors for limits that are not there.
fn time_limits(options: &Options, errors: &mut Errors) {
    for Setting { key, value } in [&options.deadline, &options.timeout].into_iter().flatten() {
        if let Constant::Literal(Duration::ZERO, literal) = value {
            errors.at(
                literal.span(),
                format!("`{key}` is zero, which would end every call: write a longer one, or remove it"),
            );
        }
    }
    // A `timeout` or `breaker` that could not be read has been reported already.
    let has_limit = !options.limit().is_none() || options.keys.contains(&"timeout") && options.timeout.is_none();
    if let Some(Setting { key, .. }) = options.timed_out.as_ref().filter(|_| !has_limit) {
        let remedy = if options.blocking.is_some() {
            "but a `blocking` attempt has no timeout: remove `timed_out`"
        } else {
            "but there is no `timeout`: add `timeout = \"5s\"`, or remove `timed_out`"
        };
        errors.at(
            key.span(),
            format!("`timed_out` makes the error of an attempt that its `timeout` has ended, {remedy}"),
        );
    }
    let has_breaker = !options.guard().is_none() || options.keys.contains(&"breaker") && options.breaker.is_none();
    if let Some(Setting { key, .. }) = options.breaker_open.as_ref().filter(|_| !has_breaker) {
        errors.at(
            key.span(),
            "`breaker_open` makes the error of an attempt that its `breaker` has refused, but there is no `breaker`: add `breaker = PAYMENTS`, or remove `breaker_open`",
        );
    }
    let Some(Setting { key, value: timeout }) = &options.timeout else { return };
    if options.blocking.is_some() {
        errors.at(
            key.span(),
            "`timeout` cannot end a `blocking` attempt, because only a future can be dropped while it runs: remove `timeout`, and set the timeout of the client",
        );
    }
    if let (Constant::Literal(timeout, literal), Some(Setting { value: Constant::Literal(deadline, _), .. })) =
        (timeout, &options.deadline)
    {
        if timeout > deadline {
            let deadline = humantime::format_duration(*deadline);
            errors.at(
                literal.span(),
                format!(
                    "`timeout` is above the `deadline` of {deadline}, which ends an attempt first: lower `timeout`, or raise `deadline`"
                ),
            );
        }
    }
}

/// Refuses a clock if no option needs the time.
fn clock(options: &Options, errors: &mut Errors) {
    const ASKING: [&str; 8] = ["deadline", "timeout", "policy", "with", "on_retry", "on_give_up", "report", "context"];
    let Some(Setting { key, .. }) = &options.clock else { return };
    if !options.keys.iter().any(|key| ASKING.contains(key)) {
        errors.at(
            key.span(),
            "`clock` tells the time since the call began, and nothing here asks for it: add `deadline = \"1min\"`, or remove `clock`",
        );
    }
}

/// Refuses a closure for an async function, whose `stop` is a future, and a future for a blocking one.
fn stop(options: &Options, errors: &mut Errors) {
    let Some(Setting { value, .. }) = &options.stop else { return };
    match (&options.blocking, value) {
        (None, Expr::Closure(_)) => errors.on(
            value,
            "`stop` is a future, which ends a wait early: write `stop = shutdown.cancelled()`; only a `blocking` function takes a closure",
        ),
        (Some(_), Expr::Call(_) | Expr::MethodCall(_) | Expr::Async(_) | Expr::Await(_)) => errors.on(
            value,
            "a `blocking` function cannot wait for a future: write a closure that says whether to stop, as in `stop = || shutdown.is_cancelled()`",
        ),
        _ => {}
    }
}

/// Refuses arguments in the schedule, which is a constant.
fn constants(options: &Options, function: Option<&Function>, errors: &mut Errors) {
    let expressions = options.expressions();
    let Some(function) = function.filter(|_| !expressions.is_empty()) else { return };
    let Ok(signature) = signature(&function.head) else { return };
    let parameters = parameters(&signature);
    for (key, expression) in expressions {
        if mentions_any(expression.to_token_stream(), &parameters) {
            errors.on(
                expression,
                format!("`{key}` is fixed when the function is compiled: a setting that is known at run time goes through a policy, as in `policy = self.policy`"),
            );
        }
    }
}

fn mentions_any(tokens: TokenStream, names: &HashSet<String>) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(index, token)| match token {
        TokenTree::Group(group) => mentions_any(group.stream(), names),
        TokenTree::Ident(ident) => names.contains(&ident.to_string()) && is_variable(&tokens, index),
        _ => false,
    })
}
