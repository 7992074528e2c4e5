//! What of an option is written before the loop and around an attempt: the random source, the memory, the clock and the
//! time limit.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use super::policy::duration;
use super::{Attempt, private_at, with_receiver};
use crate::model::{Constant, Jitter, Model, Setting};

/// The random source, held from the start, and how a step refers to it.
pub(super) fn rng(model: &Model) -> (Option<TokenStream>, Option<TokenStream>) {
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
pub(super) fn memory(model: &Model) -> Option<TokenStream> {
    let options = &model.options;
    let decorrelated = options.jitter.as_ref().is_some_and(|jitter| jitter.value == Jitter::Decorrelated);
    (decorrelated || options.policy.is_some()).then(|| quote_spanned!(Span::mixed_site()=> .remembering()))
}

/// The clock is read at the start only where someone asks for the time.
pub(super) fn clock(model: &Model) -> Option<TokenStream> {
    let here = Span::mixed_site();
    let options = &model.options;
    let told = options.on_retry.is_some() || options.on_give_up.is_some() || options.context.is_some();
    if told || options.deadline.is_some() {
        Some(quote_spanned!(here=> .timed()))
    } else {
        options.policy.as_ref().map(|_| quote_spanned!(here=> .timed_for(&__retry_policy)))
    }
}

/// ```text
/// output: let __retry_timeout: Duration = <timeout>;
///         or_timed_out(limited(__retry_call.limit(<policy>, __retry_timeout), <future>).await)
/// ```
pub(super) fn limited(model: &Model, outcome: &Attempt, policy: &TokenStream) -> (Option<TokenStream>, TokenStream) {
    let here = Span::mixed_site();
    let (future, async_span) = match outcome {
        Attempt::Value(value) => return (None, value.clone()),
        Attempt::Future(future, async_span) => (future, *async_span),
    };
    let Some(Setting { key, value }) = &model.options.timeout else {
        return (None, quote_spanned!(here.located_at(async_span)=> #future.await));
    };
    let at_key = here.located_at(key.span());
    let private = private_at(at_key);
    let timeout = match value {
        Constant::Literal(..) => duration(&private, value),
        Constant::Expression(expression) => with_receiver(model, expression),
    };
    let limit = quote_spanned!(at_key=> #private::Call::limit(&__retry_call, #policy, __retry_timeout));
    (
        Some(quote_spanned!(here=> let __retry_timeout: #private::Duration = #timeout;)),
        quote_spanned!(at_key=> #private::or_timed_out(#private::limited(#limit, #future).await)),
    )
}
