//! The call: a loop of attempts, as the engine in `retry_core` takes them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Expr;
use syn::spanned::Spanned as _;

use super::attempt;
use super::observer::{Observer, observer};
use super::settings::{self, Settings};
use super::timeout::Timeout;
use super::{in_a_row, private_at, with_receiver};
use crate::model::{Model, Setting, Shape};
use crate::options::Options;

/// Each line in brackets stands only where an option asks for it.
///
/// ```text
/// output: [let __retry_settings = <settings>;]
///         [let __retry_clock = Started::now();]
///         [let __retry_timeout: Duration = <timeout>;]
///         [let mut __retry_last = None;]
///         [let mut __retry_rng = generator(<rng>);]
///         let mut __retry_call = Call::new();
///         loop {
///             [let __retry_attempt = attempt(&__retry_call, <settings>, <clock>);]
///             let __retry_outcome = <attempt>;
///             let __retry_judged = judge(__retry_outcome, <transient>);
///             [let __retry_judged = until(__retry_judged, <until>);]
///             [let __retry_budget = budget(&(<budget>));]
///             [let (__retry_judged, __retry_describe) = <describe>;]
///             let __retry_delay = match step(__retry_judged, &mut __retry_call, <settings>, <step options>, <observer>) {
///                 Step::Return(__retry_outcome) => {
///                     Call::end(__retry_call);
///                     return __retry_outcome;
///                 }
///                 Step::Wait { delay: __retry_delay, .. } => __retry_delay,
///             };
///             [let mut __retry_token = BudgetToken::held(Some(__retry_budget));]
///             <wait>
///             [BudgetToken::spend(&mut __retry_token);]
///         }
/// ```
///
/// Predicate, condition and hooks are written where they are called: they may borrow what the body changes. The calls
/// are apart so that a mistake is blamed on what is wrong: a type that is no `Result` on the `->`, the others on
/// themselves. What an option lends is written inside the call: bound by `let` it would live across the wait.
pub(super) fn call(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    // Those that are not named here are part of the settings, of the attempt or of the import.
    let Options {
        keys: _,
        base: _,
        cap: _,
        factor: _,
        backoff: _,
        jitter: _,
        attempts: _,
        retry_after_cap: _,
        name: _,
        krate: _,
        blocking: _,
        policy,
        deadline,
        timeout,
        timed_out,
        transient,
        until,
        budget,
        on_retry,
        on_give_up,
        context,
        trace_error,
        rng,
        sleep,
    } = &model.options;
    let Settings { binding: settings_binding, reference: settings } = settings::settings(model);
    let Clock { binding: clock_binding, reference: clock } = clock(model);
    let keeps_last = timeout.is_some() && (deadline.is_some() || policy.is_some());
    let timeout = timeout.as_ref().map(|timeout| Timeout {
        timeout,
        timed_out: timed_out.as_ref(),
        settings: settings.clone(),
        clock: clock.clone(),
        keeps_last,
    });
    let timeout_binding = timeout.as_ref().map(|timeout| timeout.binding(model));
    let rng_binding = rng.as_ref().map(|Setting { value, .. }| {
        let (at, private, value) = at_value(model, value);
        quote_spanned!(at=> let mut __retry_rng = #private::generator(#value);)
    });
    let attempt = context
        .as_ref()
        .map(|_| quote_spanned!(here=> let __retry_attempt = #private::attempt(&__retry_call, #settings, #clock);));
    let outcome = attempt::outcome(model, timeout.as_ref());
    let judged = judged(model, transient.as_ref(), timeout.is_some());
    let until = until.as_ref().map(|Setting { value, .. }| {
        let (at, private, condition) = at_value(model, value);
        quote_spanned!(at=> let __retry_judged = #private::until(__retry_judged, #condition);)
    });
    let budget_binding = budget.as_ref().map(|Setting { value, .. }| {
        let (at, private, budget) = at_value(model, value);
        quote_spanned!(at=> let __retry_budget = #private::budget(&(#budget));)
    });
    let lent = [
        ("clock", clock_binding.as_ref().map(|_| clock.clone())),
        ("budget", budget.as_ref().map(|_| quote_spanned!(here=> __retry_budget))),
        ("rng", rng.as_ref().map(|_| quote_spanned!(here=> &mut __retry_rng))),
        ("last", keeps_last.then(|| quote_spanned!(here=> &mut __retry_last))),
    ];
    let step_options = step_options(lent);
    let hooks = [("on_retry", on_retry), ("on_give_up", on_give_up)];
    let Observer { binding: describe, observer } = observer(model, hooks, trace_error.as_ref());
    let hold = budget.as_ref().map(|_| {
        let held = quote_spanned!(here=> #private::BudgetToken::held(::core::option::Option::Some(__retry_budget)));
        quote_spanned!(here=> let mut __retry_token = #held;)
    });
    let spend = budget.as_ref().map(|_| quote_spanned!(here=> #private::BudgetToken::spend(&mut __retry_token);));
    let wait = wait(model, sleep.as_ref());
    let before = [settings_binding, clock_binding, timeout_binding, rng_binding].into_iter().flatten().collect();
    let looped = quote_spanned! {here=>
        let mut __retry_call = #private::Call::new();
        loop {
            #attempt
            #outcome
            #judged
            #until
            #budget_binding
            #describe
            let __retry_delay = match #private::step(
                __retry_judged,
                &mut __retry_call,
                #settings,
                #step_options,
                #observer
            ) {
                #private::Step::Return(__retry_outcome) => {
                    #private::Call::end(__retry_call);
                    return __retry_outcome;
                }
                #private::Step::Wait { delay: __retry_delay, .. } => __retry_delay,
            };
            #hold
            #wait
            #spend
        }
    };
    in_a_row([before, looped])
}

/// The value of an option, and where it is.
pub(super) fn at_value<'a>(model: &Model, value: &'a Expr) -> (Span, Ident, Box<dyn quote::ToTokens + 'a>) {
    let at = Span::mixed_site().located_at(value.span());
    (at, private_at(at), with_receiver(model, value))
}

/// The clock is read at the start, and only where someone asks for the time. A policy made elsewhere says so itself.
struct Clock {
    binding: Option<TokenStream>,
    /// What tells the time.
    reference: TokenStream,
}

fn clock(model: &Model) -> Clock {
    let here = Span::mixed_site();
    let private = private_at(here);
    let Options { deadline, policy, timeout, on_retry, on_give_up, context, .. } = &model.options;
    let blocking = matches!(model.shape, Shape::Blocking);
    let started = Ident::new(if blocking { "StartedBlocking" } else { "Started" }, here);
    let asked = [deadline.is_some(), timeout.is_some(), on_retry.is_some(), on_give_up.is_some(), context.is_some()];
    let binding = if asked.contains(&true) {
        quote_spanned!(here=> let __retry_clock = #private::#started::now();)
    } else if policy.is_some() {
        quote_spanned! {here=>
            let __retry_clock = if #private::Settings::has_deadline(&__retry_settings) {
                ::core::option::Option::Some(#private::#started::now())
            } else {
                ::core::option::Option::None
            };
        }
    } else {
        let reference = quote_spanned!(here=> &::core::option::Option::None::<#private::Started>);
        return Clock { binding: None, reference };
    };
    Clock { binding: Some(binding), reference: quote_spanned!(here=> &__retry_clock) }
}

/// `let __retry_judged = judge(__retry_outcome, <transient>);`
fn judged(model: &Model, transient: Option<&Setting<Expr>>, in_time: bool) -> TokenStream {
    let here = Span::mixed_site();
    let outcome = Ident::new("__retry_outcome", here.located_at(model.outcome_span));
    let judge = |at| Ident::new(if in_time { "judge_in_time" } else { "judge" }, at);
    match transient {
        Some(Setting { value, .. }) => {
            let (at, private, predicate) = at_value(model, value);
            let judge = judge(at);
            quote_spanned!(at=> let __retry_judged = #private::#judge(#outcome, #predicate);)
        }
        None => {
            let (private, judge) = (private_at(here), judge(here));
            quote_spanned! {here=>
                let __retry_judged = #private::#judge(#outcome, |__retry_error| #private::by_trait(__retry_error));
            }
        }
    }
}

/// `Some(&mut StepOptions { clock: Some(&__retry_clock), budget: None, … })`, or `None` if no option lends anything.
fn step_options<const N: usize>(lent: [(&str, Option<TokenStream>); N]) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    if lent.iter().all(|(_, value)| value.is_none()) {
        return quote_spanned!(here=> ::core::option::Option::None);
    }
    let fields = lent.into_iter().map(|(name, value)| {
        let name = Ident::new(name, here);
        match value {
            Some(value) => quote_spanned!(here=> #name: ::core::option::Option::Some(#value)),
            None => quote_spanned!(here=> #name: ::core::option::Option::None),
        }
    });
    quote_spanned!(here=> ::core::option::Option::Some(&mut #private::StepOptions { #(#fields),* }))
}

/// The wait, bound first so that nothing that made it lives while it lasts.
fn wait(model: &Model, sleep: Option<&Setting<Expr>>) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let blocking = matches!(model.shape, Shape::Blocking);
    let (at, wait) = match sleep {
        Some(Setting { value, .. }) => {
            let (at, private, sleep) = at_value(model, value);
            if blocking {
                return quote_spanned!(at=> #private::block_with(__retry_delay, #sleep););
            }
            (at, quote_spanned!(at=> #private::wait_with(&mut __retry_call, __retry_delay, &(#sleep))))
        }
        None if blocking => return quote_spanned!(here=> #private::block(__retry_delay);),
        None => (here, quote_spanned!(here=> #private::wait(&mut __retry_call, __retry_delay))),
    };
    quote_spanned! {at=>
        let __retry_wait = #wait;
        __retry_wait.await;
    }
}
