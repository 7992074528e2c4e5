//! What follows an attempt: the step, with whom it tells and what it takes from, and the wait.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use super::{private_at, with_receiver};
use crate::model::{Model, Setting, Shape};

/// ```text
/// output: let __retry_pause = match advance(__retry_judged, &mut __retry_call, <name>, <policy>) {
///             Advance::Return(outcome) => return outcome,
///             Advance::Wait(pause) => pause,
///         };
///         __retry_pause.await;
/// ```
///
/// With hooks, a budget, a generator, another sleep or `blocking` there is something between the step and the wait:
///
/// ```text
/// output: let __retry_site = Site { <name>, <policy>, <budget>, <rng> };
///         let __retry_wait = match step(__retry_judged, &mut __retry_call, __retry_site, |__retry_next| {
///             on_retry(__retry_next, <name>, <on_retry>);
///             on_give_up(__retry_next, <name>, <on_give_up>);
///         }) {
///             Step::Return(outcome) => return outcome,
///             Step::Wait(wait) => wait,
///         };
///         <wait>
/// ```
///
/// The hooks are written where they are called: they may borrow what the body changes. A wrong one is blamed on
/// itself. The wait is a statement of its own: within the match the outcome's types would live across it, and a future
/// that holds them may not be `Send`.
pub(super) fn next(model: &Model, name: &TokenStream, policy: &TokenStream, rng: Option<&TokenStream>) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let hooks = hooks(model, name);
    let budget = budget(model);
    let waits_otherwise = model.options.sleep.is_some() || matches!(model.shape, Shape::Blocking);
    if hooks.is_empty() && budget.is_none() && rng.is_none() && !waits_otherwise {
        return quote_spanned! {here=>
            let __retry_pause = match #private::advance(__retry_judged, &mut __retry_call, #name, #policy) {
                #private::Advance::Return(__retry_outcome) => return __retry_outcome,
                #private::Advance::Wait(__retry_pause) => __retry_pause,
            };
            __retry_pause.await;
        };
    }
    let observe = if hooks.is_empty() {
        quote_spanned!(here=> #private::unobserved)
    } else {
        quote_spanned!(here=> |__retry_next| { #(#hooks)* })
    };
    let none = quote_spanned!(here=> ::core::option::Option::None);
    let (budget, rng) = (budget.as_ref().unwrap_or(&none), rng.unwrap_or(&none));
    let wait = wait(model);
    quote_spanned! {here=>
        let __retry_site = #private::Site { name: #name, policy: #policy, budget: #budget, rng: #rng };
        let __retry_wait = match #private::step(__retry_judged, &mut __retry_call, __retry_site, #observe) {
            #private::Step::Return(__retry_outcome) => return __retry_outcome,
            #private::Step::Wait(__retry_wait) => __retry_wait,
        };
        #wait
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
