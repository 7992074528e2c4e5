//! The loop of a function with options that say more than a predicate and constants: what is held from the start, whom
//! a step tells and what it takes from, and how to wait.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use super::attempt::{self, Attempt, timeout};
use super::policy::{self, Policy};
use super::{name, private_at, with_receiver};
use crate::model::{Jitter, Model, Setting, Shape};

/// ```text
/// output: let mut __retry_call = Call::new();
///         loop {
///             <make an attempt>
///             let __retry_judged = until(judge(__retry_outcome, <transient>), <until>);
///             let __retry_site = Site { <name>, <policy>, <budget>, <rng> };
///             let __retry_wait = match step(__retry_judged, &mut __retry_call, __retry_site, |__retry_next| {
///                 on_retry(__retry_next, <name>, <on_retry>);
///                 on_give_up(__retry_next, <name>, <on_give_up>);
///             }) {
///                 Step::Return(outcome) => return outcome,
///                 Step::Wait(wait) => wait,
///             };
///             <wait>
///         }
/// ```
///
/// Predicate, condition and hooks are written where they are called: they may borrow what the body changes. The calls are
/// apart so that a mistake is blamed on what is wrong: a type that is no `Result` on the `->`, the others on themselves.
/// The wait is a statement of its own: within the match the outcome's types would live across it, and a future that holds
/// them may not be `Send`.
pub(super) fn attempts(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let options = &model.options;
    let Policy { binding: policy_binding, reference: policy } = policy::policy(model);
    let (rng_binding, rng) = rng(model);
    let (timeout_binding, memory, clock) = (timeout(model), memory(model), clock(model));
    let attempt = options
        .context
        .as_ref()
        .map(|_| quote_spanned!(here=> let __retry_attempt = #private::Call::attempt(&__retry_call, #policy);));
    let outcome = attempt::outcome(model, Attempt::of(model), &policy, false);
    let judged = judged(model);
    let until = options.until.as_ref().map(|Setting { value, .. }| {
        let at_condition = here.located_at(value.span());
        let (private, condition) = (private_at(at_condition), with_receiver(model, value));
        quote_spanned!(at_condition=> let __retry_judged = #private::until(__retry_judged, #condition);)
    });
    let name = name(model);
    let none = quote_spanned!(here=> ::core::option::Option::None);
    let (budget, rng) = (budget(model).unwrap_or(none.clone()), rng.unwrap_or(none));
    let hooks = hooks(model, &name);
    let observe = if hooks.is_empty() {
        quote_spanned!(here=> #private::unobserved)
    } else {
        quote_spanned!(here=> |__retry_next| { #(#hooks)* })
    };
    let wait = wait(model);
    quote_spanned! {here=>
        #policy_binding
        #timeout_binding
        #rng_binding
        let mut __retry_call = #private::Call::new() #memory #clock;
        loop {
            #attempt
            #outcome
            #judged
            #until
            let __retry_site = #private::Site { name: #name, policy: #policy, budget: #budget, rng: #rng };
            let __retry_wait = match #private::step(__retry_judged, &mut __retry_call, __retry_site, #observe) {
                #private::Step::Return(__retry_outcome) => return __retry_outcome,
                #private::Step::Wait(__retry_wait) => __retry_wait,
            };
            #wait
        }
    }
}

/// `let __retry_judged = judge(result(__retry_outcome), <transient>);`
fn judged(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let result = {
        let at_arrow = here.located_at(model.outcome_span);
        let private = private_at(at_arrow);
        quote_spanned!(at_arrow=> let __retry_result = #private::Outcome::result(__retry_outcome);)
    };
    let judged = match &model.options.transient {
        Some(Setting { value, .. }) => {
            let at_predicate = here.located_at(value.span());
            let (private, predicate) = (private_at(at_predicate), with_receiver(model, value));
            quote_spanned!(at_predicate=> #private::judge(__retry_result, #predicate))
        }
        None => quote_spanned! {here=>
            #private::judge(__retry_result, |__retry_error| #private::by_trait(__retry_error))
        },
    };
    quote_spanned!(here=> #result let __retry_judged = #judged;)
}

/// The random source, held from the start, and how a step refers to it.
fn rng(model: &Model) -> (Option<TokenStream>, Option<TokenStream>) {
    let here = Span::mixed_site();
    let Some(Setting { value, .. }) = &model.options.rng else { return (None, None) };
    let at_value = here.located_at(value.span());
    let (private, value) = (private_at(at_value), with_receiver(model, value));
    (
        Some(quote_spanned!(at_value=> let mut __retry_rng = #private::generator(#value);)),
        Some(quote_spanned!(here=> ::core::option::Option::Some(&mut __retry_rng))),
    )
}

/// Only decorrelated jitter needs a memory of delays, and only the compiler knows what a policy made elsewhere has.
fn memory(model: &Model) -> Option<TokenStream> {
    let options = &model.options;
    let decorrelated = options.jitter.as_ref().is_some_and(|jitter| jitter.value == Jitter::Decorrelated);
    (decorrelated || options.policy.is_some()).then(|| quote_spanned!(Span::mixed_site()=> .remembering()))
}

/// The clock is read at the start only where someone asks for the time.
fn clock(model: &Model) -> Option<TokenStream> {
    let here = Span::mixed_site();
    let options = &model.options;
    let told = options.on_retry.is_some() || options.on_give_up.is_some() || options.context.is_some();
    if told || options.deadline.is_some() {
        Some(quote_spanned!(here=> .timed()))
    } else {
        options.policy.as_ref().map(|_| quote_spanned!(here=> .timed_for(&__retry_policy)))
    }
}

fn hooks(model: &Model, name: &TokenStream) -> Vec<TokenStream> {
    let hooks = [("on_retry", &model.options.on_retry), ("on_give_up", &model.options.on_give_up)];
    let told = hooks.into_iter().filter_map(|(function, hook)| {
        let Setting { value, .. } = hook.as_ref()?;
        let at_hook = Span::mixed_site().located_at(value.span());
        let (private, hook) = (private_at(at_hook), with_receiver(model, value));
        let function = Ident::new(function, at_hook);
        Some(quote_spanned!(at_hook=> #private::#function(__retry_next, #name, #hook);))
    });
    told.collect()
}

fn budget(model: &Model) -> Option<TokenStream> {
    let Setting { value, .. } = model.options.budget.as_ref()?;
    let at_value = Span::mixed_site().located_at(value.span());
    let (private, value) = (private_at(at_value), with_receiver(model, value));
    Some(quote_spanned!(at_value=> #private::budget(&(#value))))
}

/// The wait of a step, bound first so that nothing that made it lives while it lasts.
fn wait(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let sleep = model.options.sleep.as_ref().map(|sleep| {
        let at_sleep = here.located_at(sleep.value.span());
        (at_sleep, private_at(at_sleep), with_receiver(model, &sleep.value))
    });
    if let Shape::Blocking = model.shape {
        return match sleep {
            Some((at, private, sleep)) => quote_spanned!(at=> #private::block_with(#sleep, __retry_wait);),
            None => quote_spanned!(here=> #private::block(__retry_wait);),
        };
    }
    let (at, pause) = match sleep {
        Some((at, private, sleep)) => (at, quote_spanned!(at=> #private::pause_with(&(#sleep), __retry_wait))),
        None => (here, quote_spanned!(here=> #private::pause(__retry_wait))),
    };
    quote_spanned! {at=>
        let __retry_pause = #pause;
        __retry_pause.await;
    }
}
