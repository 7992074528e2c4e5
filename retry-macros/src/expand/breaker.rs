//! The breaker that each attempt asks.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Expr;

use super::shared::may_change;
use super::{at_value, private_at};
use crate::model::Model;
use crate::options::Guard;
use crate::setting::Setting;

/// What a breaker adds to the loop.
pub(super) struct Breaker<'a> {
    /// The line before the loop, if the body may change the value that the breaker is a part of.
    pub binding: Option<TokenStream>,
    /// An `Option<&CircuitBreaker>`.
    reference: TokenStream,
    /// The span of the option that brings it.
    key: Span,
    /// The function that makes the error of an attempt that is refused.
    error: TokenStream,
    /// `breaker_open = …`, which is used in its place.
    breaker_open: Option<&'a Setting<Expr>>,
}

/// The breaker of a function, if it may have one.
///
/// ```text
/// output: breaker(&(<breaker>))
///
///         let __retry_guard = breaker_clone(&(<breaker>));     where `<breaker>` names a parameter that is `&mut`
///         breaker(&__retry_guard)
///
///         Retrier::breaker(__retry_with)                       with `with = …`
/// ```
pub(super) fn breaker(model: &Model) -> Option<Breaker<'_>> {
    let here = Span::mixed_site();
    let breaker_open = model.options.breaker_open.as_ref();
    match model.options.guard() {
        Guard::None => None,
        Guard::Key(Setting { key, value }) => {
            let key = here.located_at(key.span());
            let private = private_at(key);
            let error = quote_spanned!(key=> #private::breaker_open);
            let changes = may_change(model, value);
            let (at, private, value) = at_value(model, value);
            let (binding, reference) = if changes {
                let binding = quote_spanned!(at=> let __retry_guard = #private::breaker_clone(&(#value)););
                (Some(binding), quote_spanned!(here=> #private::breaker(&__retry_guard)))
            } else {
                (None, quote_spanned!(at=> #private::breaker(&(#value))))
            };
            Some(Breaker { binding, reference, key, error, breaker_open })
        }
        Guard::Shared(Setting { key, .. }) => {
            let key = here.located_at(key.span());
            let private = private_at(key);
            let reference = quote_spanned!(here=> #private::Retrier::breaker(__retry_with));
            let error = quote_spanned!(key=> #private::shared_breaker_open);
            Some(Breaker { binding: None, reference, key, error, breaker_open })
        }
    }
}

/// `let mut __retry_permit = None;`
pub(super) fn permit() -> TokenStream {
    quote_spanned!(Span::mixed_site()=> let mut __retry_permit = ::core::option::Option::None;)
}

/// `let __retry_breaker = told(__retry_permit, __retry_meaning);`
pub(super) fn told() -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    quote_spanned!(here=> let __retry_breaker = #private::told(__retry_permit, __retry_meaning);)
}

impl Breaker<'_> {
    /// Puts the breaker in front of an attempt. `in_time` is the attempt without it, an `InTime`.
    ///
    /// ```text
    /// output: match admit(<breaker>, &mut __retry_permit) {
    ///             None => <in time>,
    ///             Some(__retry_open) => refused(__retry_open, &mut __retry_last, breaker_open),
    ///         }
    /// ```
    ///
    /// With `breaker_open = …` it is `refused_or_else(…, <breaker_open>)`.
    pub(super) fn guarded(&self, model: &Model, in_time: &TokenStream) -> TokenStream {
        let Self { reference, key, error, breaker_open, .. } = self;
        let (key, here) = (*key, Span::mixed_site());
        let (private, at_key) = (private_at(here), private_at(key));
        let refused = match breaker_open {
            Some(Setting { value, .. }) => {
                let (at, private, error) = at_value(model, value);
                quote_spanned!(at=> #private::refused_or_else(__retry_open, &mut __retry_last, #error))
            }
            None => quote_spanned!(key=> #at_key::refused(__retry_open, &mut __retry_last, #error)),
        };
        quote_spanned! {here=>
            match #private::admit(#reference, &mut __retry_permit) {
                ::core::option::Option::None => { #in_time }
                ::core::option::Option::Some(__retry_open) => #refused,
            }
        }
    }
}
