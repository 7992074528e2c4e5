//! The call: a loop of attempts, as the engine in `retry_core` takes them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Expr;

use super::clock::{Clock, clock};
use super::observer::observer;
use super::report::{self, Report};
use super::settings::{self, Settings};
use super::shared::{self, Budget};
use super::step::{Flags, step};
use super::stop::{self, Stop};
use super::timeout::{self, Limited, Timeout};
use super::{at_value, concat, private_at};
use super::{attempt, breaker};
use crate::model::{Model, Shape};
use crate::options::Options;
use crate::setting::Setting;

/// The expansion writes a line in brackets only for the option that needs it.
///
/// ```text
/// output: [let __retry_with = &(<with>); let __retry_with = retrier(__retry_with);]
///         [let __retry_guard = breaker_clone(&(<breaker>));]
///         [let __retry_settings = <settings>;]
///         [let __retry_clock = Started::now();]
///         [let __retry_timeout = timeout(<timeout>);]
///         [let mut __retry_stop = pin!(stop(<stop>));]
///         [let mut __retry_last = None;]
///         [let mut __retry_rng = generator(<rng>);]
///         [#[cfg(debug_assertions)] expect_timer(<settings>);]
///         let mut __retry_call = CALL;
///         loop {
///             [let __retry_attempt = attempt(&__retry_call, <settings>, <timeout>, <clock>);]
///             [let mut __retry_token;]
///             let __retry_delay = {
///                 let __retry_outcome = <attempt>;
///                 let __retry_meaning = judge(&__retry_outcome, <transient>);
///                 [let __retry_meaning = until(__retry_meaning, &__retry_outcome, <until>);]
///                 [let __retry_breaker = told(__retry_permit, __retry_meaning);]
///                 [let __retry_budget = budget(&(<budget>));]
///                 [let mut __retry_report = None;]
///                 match step(__retry_meaning, &mut __retry_call, <settings>) {
///                     NextStep::Return => {
///                         end(__retry_call);
///                         [tell_report(__retry_report, <report>);]
///                         return __retry_outcome;
///                     }
///                     NextStep::Wait(__retry_delay) => {
///                         [__retry_token = BudgetToken::held(__retry_budget);]
///                         [keep(&mut __retry_last, __retry_outcome, __retry_meaning, <settings>, <whether there is a timeout>, <breaker>);]
///                         [keep_for_stop(&mut __retry_last, __retry_outcome, __retry_meaning);]
///                         __retry_delay
///                     }
///                 }
///             };
///             <wait>
///             [BudgetToken::spend(&mut __retry_token);]
///         }
/// ```
///
/// Predicate, condition and hooks are written where they are called, because they may borrow what the body changes.
/// `judge`, `until` and `step` are separate calls, so that the compiler reports a mistake at its place: a type that is
/// no `Result` at the `->`, and any other at the option's value. Values that an option lends are written inside the
/// call, because a variable would live during the wait.
///
/// The outcome is lent until it is returned, because a debug build copies what is moved. Its block ends before the
/// wait, so the outcome does not live during the wait. The token is held before the outcome is dropped, because its
/// `Drop` may panic.
pub(super) fn call(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    // The options without a name here are for the settings, the attempt, the import or another line of the loop.
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
        timed_out: _,
        timeout: _,
        policy,
        with,
        deadline,
        transient,
        until,
        budget: _,
        stop: _,
        breaker: _,
        breaker_open: _,
        on_retry,
        on_give_up,
        report: _,
        context,
        trace_error,
        nested,
        rng,
        clock: _,
        sleep,
    } = &model.options;
    let Settings { binding: settings_binding, reference: settings } = settings::settings(model);
    let Clock { binding: clock_binding, reference: clock } = clock(model);
    let timeout = timeout::timeout(model);
    let may_be_cut = deadline.is_some() || policy.is_some() || with.is_some();
    let may_be_cut = timeout.as_ref().filter(|_| may_be_cut).map(|timeout| timeout.is_some.clone());
    let breaker = breaker::breaker(model);
    let stop = stop::stop(model);
    let cuts_waits = stop.cuts_waits;
    let keeps_last = may_be_cut.is_some() || breaker.is_some() || cuts_waits;
    let timeout_binding = timeout.as_ref().and_then(|timeout| timeout.binding.clone());
    let last_binding = keeps_last.then(|| quote_spanned!(here=> let mut __retry_last = ::core::option::Option::None;));
    let rng_binding = rng.as_ref().map(|rng| generator(model, rng));
    let attempt = context.as_ref().map(|_| attempt_about_to_be_made(timeout.as_ref(), &settings, &clock));
    let limited = Limited { settings: settings.clone(), clock: clock.clone(), keeps_last };
    let timed = timeout.as_ref().map(|timeout| (timeout, &limited));
    let outcome = attempt::outcome(model, timed, breaker.as_ref(), cuts_waits);
    let judged = judged(model, transient.as_ref(), timeout.is_some() || breaker.is_some() || cuts_waits);
    let told = breaker.as_ref().map(|_| breaker::told());
    let until = until.as_ref().map(|until| accepted(model, until));
    let Budget { binding: budget_binding, token, hold, spend } = shared::budget(model, cuts_waits);
    let report = report::report(model);
    let lent = [
        ("clock", clock_binding.as_ref().map(|_| some(&clock))),
        ("budget", budget_binding.as_ref().map(|_| quote_spanned!(here=> __retry_budget))),
        ("breaker", breaker.as_ref().map(|_| quote_spanned!(here=> __retry_breaker))),
        ("stop", stop.asks.as_ref().map(some)),
        ("report", report.slot.clone()),
    ];
    let own_wait = sleep.is_some() || matches!(model.shape, Shape::Blocking);
    let observer = observer(model, [("on_retry", on_retry), ("on_give_up", on_give_up)], trace_error.as_ref());
    let cut = may_be_cut.unwrap_or_else(|| quote_spanned!(here=> false));
    let flags = Flags { may_be_cut: &cut, own_wait, nested_once: nested.is_some() };
    let rng = rng.as_ref().map(|_| quote_spanned!(here=> &mut __retry_rng));
    let next = step(&settings, rng, lent, flags, observer.as_ref());
    let keep = keeps_last.then(|| if cuts_waits { keep_for_stop() } else { keep(&settings, &cut, breaker.is_some()) });
    let breaker_binding = breaker.and_then(|breaker| breaker.binding);
    let Report { binding: report_binding, tell: tell_report, .. } = report;
    let wait = wait(model, sleep.as_ref(), &stop);
    let expect_timer = (!own_wait).then(|| expect_timer(&settings));
    let lent_before = [shared::with(model), breaker_binding, settings_binding, clock_binding];
    let before = lent_before.into_iter().chain([timeout_binding, stop.binding, last_binding, rng_binding]);
    let before = before.flatten().collect();
    let lines = Lines {
        expect_timer,
        attempt,
        token,
        outcome,
        judged,
        until,
        told,
        budget: budget_binding,
        report: report_binding,
        next,
        tell_report,
        hold,
        keep,
        wait,
        spend,
    };
    concat([before, looped(&lines)])
}

/// The lines of the loop.
struct Lines {
    expect_timer: Option<TokenStream>,
    attempt: Option<TokenStream>,
    token: Option<TokenStream>,
    outcome: TokenStream,
    judged: TokenStream,
    until: Option<TokenStream>,
    told: Option<TokenStream>,
    budget: Option<TokenStream>,
    report: Option<TokenStream>,
    next: TokenStream,
    tell_report: Option<TokenStream>,
    hold: Option<TokenStream>,
    keep: Option<TokenStream>,
    wait: TokenStream,
    spend: Option<TokenStream>,
}

fn looped(lines: &Lines) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let Lines { expect_timer, attempt, token, outcome, judged, until, told, budget, report, .. } = lines;
    let Lines { next, tell_report, hold, keep, wait, spend, .. } = lines;
    quote_spanned! {here=>
        #expect_timer
        let mut __retry_call = #private::CALL;
        loop {
            #attempt
            #token
            let __retry_delay = {
                #outcome
                #judged
                #until
                #told
                #budget
                #report
                match #next {
                    #private::NextStep::Return => {
                        #private::end(__retry_call);
                        #tell_report
                        return __retry_outcome;
                    }
                    #private::NextStep::Wait(__retry_delay) => {
                        #hold
                        #keep
                        __retry_delay
                    }
                }
            };
            #wait
            #spend
        }
    }
}

/// `let mut __retry_rng = generator(<rng>);`
fn generator(model: &Model, rng: &Setting<Expr>) -> TokenStream {
    let (at, private, value) = at_value(model, &rng.value);
    quote_spanned!(at=> let mut __retry_rng = #private::generator(#value);)
}

/// `let __retry_attempt = attempt(&__retry_call, <settings>, <timeout>, <clock>);`
fn attempt_about_to_be_made(timeout: Option<&Timeout<'_>>, settings: &TokenStream, clock: &TokenStream) -> TokenStream {
    let here = Span::mixed_site();
    let (private, none) = (private_at(here), quote_spanned!(here=> ::core::option::Option::None));
    let timeout = timeout.map_or(&none, |timeout| &timeout.reference);
    quote_spanned!(here=> let __retry_attempt = #private::attempt(&__retry_call, #settings, #timeout, #clock);)
}

/// `let __retry_meaning = until(__retry_meaning, &__retry_outcome, <until>);`
fn accepted(model: &Model, until: &Setting<Expr>) -> TokenStream {
    let (at, private, condition) = at_value(model, &until.value);
    quote_spanned!(at=> let __retry_meaning = #private::until(__retry_meaning, &__retry_outcome, #condition);)
}

/// `keep(&mut __retry_last, __retry_outcome, __retry_meaning, <settings>, <whether there is a timeout>, <breaker>);`
fn keep(settings: &TokenStream, cut: &TokenStream, has_breaker: bool) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let breaker = if has_breaker {
        quote_spanned!(here=> __retry_breaker)
    } else {
        quote_spanned!(here=> ::core::option::Option::None)
    };
    quote_spanned! {here=>
        #private::keep(&mut __retry_last, __retry_outcome, __retry_meaning, #settings, #cut, #breaker);
    }
}

/// `#[cfg(debug_assertions)] expect_timer(<settings>);`
fn expect_timer(settings: &TokenStream) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    quote_spanned!(here=> #[cfg(debug_assertions)] #private::expect_timer(#settings);)
}

/// `keep_for_stop(&mut __retry_last, __retry_outcome, __retry_meaning);`
fn keep_for_stop() -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    quote_spanned!(here=> #private::keep_for_stop(&mut __retry_last, __retry_outcome, __retry_meaning);)
}

fn some(value: &TokenStream) -> TokenStream {
    quote_spanned!(Span::mixed_site()=> ::core::option::Option::Some(#value))
}

/// `let __retry_meaning = judge(&__retry_outcome, <transient>);`
fn judged(model: &Model, transient: Option<&Setting<Expr>>, in_time: bool) -> TokenStream {
    let here = Span::mixed_site();
    let at_arrow = here.located_at(model.outcome_span);
    let outcome = if in_time {
        quote_spanned!(at_arrow=> &__retry_outcome, __retry_cut)
    } else {
        quote_spanned!(at_arrow=> &__retry_outcome)
    };
    let judge = |at| Ident::new(if in_time { "judge_in_time" } else { "judge" }, at);
    match transient {
        Some(Setting { value, .. }) => {
            let (at, private, predicate) = at_value(model, value);
            let judge = judge(at);
            quote_spanned!(at=> let __retry_meaning = #private::#judge(#outcome, #predicate);)
        }
        None => {
            let (private, judge) = (private_at(here), judge(here));
            quote_spanned! {here=>
                let __retry_meaning = #private::#judge(#outcome, |__retry_error| #private::by_trait(__retry_error));
            }
        }
    }
}

/// The wait. A `sleep` is called before its future is awaited, so that its temporaries do not live during the wait.
fn wait(model: &Model, sleep: Option<&Setting<Expr>>, stop: &Stop) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let blocking = matches!(model.shape, Shape::Blocking);
    match sleep {
        None if blocking => quote_spanned!(here=> #private::block(__retry_delay);),
        None => {
            let wait = stop.wait(quote_spanned!(here=> #private::wait(&mut __retry_call)));
            quote_spanned!(here=> #wait.await;)
        }
        Some(Setting { value, .. }) => {
            let (at, private, sleep) = at_value(model, value);
            if blocking {
                return quote_spanned!(at=> #private::block_with(__retry_delay, #sleep););
            }
            let wait = stop.wait(quote_spanned!(at=> #private::wait_with(&mut __retry_call, __retry_delay, &(#sleep))));
            quote_spanned! {at=>
                let __retry_wait = #wait;
                __retry_wait.await;
            }
        }
    }
}
