use std::time::Duration;

use proc_macro2::Ident;

use crate::errors::Errors;
use crate::model::{Attempts, Backoff, Constant, Curve, Jitter, Options, Setting};

const DEFAULT_BASE: Duration = Duration::from_millis(500);
const DEFAULT_CAP: Duration = Duration::from_secs(30);

pub(super) fn check(options: &Options, errors: &mut Errors) {
    if let Some(policy) = &options.policy {
        one_schedule(options, &policy.key, errors);
    } else {
        curve(options, errors);
        base_and_cap(options, errors);
    }
    unlimited_needs_deadline(options, errors);
    let blamed = time_limits(options, errors);
    not_yet_carried_out(options, &blamed, errors);
}

/// A policy made elsewhere is complete: a key beside it would be ignored or would change it behind its back.
fn one_schedule(options: &Options, policy: &Ident, errors: &mut Errors) {
    fn key<T>(setting: Option<&Setting<T>>) -> Option<&Ident> {
        setting.map(|setting| &setting.key)
    }
    let schedule = [
        key(options.base.as_ref()),
        key(options.cap.as_ref()),
        key(options.factor.as_ref()),
        key(options.backoff.as_ref()),
        key(options.jitter.as_ref()),
        key(options.attempts.as_ref()),
        key(options.retry_after_cap.as_ref()),
    ];
    for key in schedule.into_iter().flatten() {
        errors.at(
            key.span(),
            format!("`{key}` is part of the policy that `{policy} = …` brings: set it there, or drop `{policy}` and write the schedule here"),
        );
    }
}

/// Settings that the chosen curve or jitter does not use.
fn curve(options: &Options, errors: &mut Errors) {
    let backoff = options.backoff.as_ref();
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
    let decorrelated = options.jitter.as_ref().filter(|jitter| jitter.value == Jitter::Decorrelated);
    if let (Some(jitter), true) = (decorrelated, backoff.is_some() || options.factor.is_some()) {
        errors.at(
            jitter.key.span(),
            "decorrelated jitter grows from `base` to `cap` by itself and follows no curve: remove `backoff` and `factor`, or choose another jitter",
        );
    }
}

fn base_and_cap(options: &Options, errors: &mut Errors) {
    let cap = options.cap.as_ref();
    let highest = match cap {
        Some(cap) => cap.value.literal().copied(),
        None => Some(DEFAULT_CAP),
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
                        "`base` is above the {which} of {shown}, so no delay could ever be as long as it: lower `base` or write `cap = \"{}\"`",
                        humantime::format_duration(*base)
                    ),
                );
            }
            (None, Some(Setting { value: Constant::Literal(cap, literal), .. })) if DEFAULT_BASE > *cap => errors.at(
                literal.span(),
                format!(
                    "`cap` is below the default `base` of 500ms, so no delay could ever be as long as it: write `base = \"{shown}\"` or less as well"
                ),
            ),
            _ => {}
        },
    }
}

fn unlimited_needs_deadline(options: &Options, errors: &mut Errors) {
    let has_deadline = options.keys.iter().any(|key| key == "deadline");
    if let Some(Setting { value: Attempts::Unlimited(unlimited), .. }) = &options.attempts {
        if !has_deadline {
            errors.on(
                unlimited,
                "unlimited attempts need a `deadline`, or a call could retry for ever, and that is not carried out by this version of retry-core yet: write a number of attempts",
            );
        }
    }
}

/// Limits that would end every call or never any; gives the keys at fault.
fn time_limits<'a>(options: &'a Options, errors: &mut Errors) -> Vec<&'a Ident> {
    let mut blamed = Vec::new();
    let limits = [&options.deadline, &options.timeout].into_iter().flatten();
    for Setting { key, value } in limits {
        if let Constant::Literal(Duration::ZERO, literal) = value {
            errors.at(
                literal.span(),
                format!("a `{key}` of no time would end every call: write `{key} = \"5s\"`, or remove it"),
            );
            blamed.push(key);
        }
    }
    let Some(Setting { key, value: timeout }) = &options.timeout else { return blamed };
    if options.blocking.is_some() {
        errors.at(
            key.span(),
            "`timeout` cannot end a `blocking` attempt, only a future can be dropped while it runs: give the call inside its own timeout",
        );
        blamed.push(key);
    } else if let (Constant::Literal(timeout, literal), Some(Setting { value: Constant::Literal(deadline, _), .. })) =
        (timeout, &options.deadline)
    {
        if timeout > deadline {
            errors.at(
                literal.span(),
                format!(
                    "`timeout` is above the `deadline` of {}, which ends an attempt before it: lower `timeout`, or remove it",
                    humantime::format_duration(*deadline)
                ),
            );
            blamed.push(key);
        }
    }
    blamed
}

/// Keys whose meaning is settled and whose engine is not there yet: a key that does nothing would be worse than
/// one that is refused.
fn not_yet_carried_out(options: &Options, blamed: &[&Ident], errors: &mut Errors) {
    let keys = [
        options.deadline.as_ref().map(|deadline| &deadline.key),
        options.timeout.as_ref().map(|timeout| &timeout.key),
        options.until.as_ref().map(|until| &until.key),
        options.budget.as_ref().map(|budget| &budget.key),
        options.on_give_up.as_ref().map(|on_give_up| &on_give_up.key),
    ];
    for key in keys.into_iter().flatten().filter(|key| !blamed.contains(key)) {
        errors.at(key.span(), format!("`{key}` is not carried out by this version of retry-core yet: remove it"));
    }
}
