//! The time of an attempt.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Expr;

use super::settings::duration;
use super::{at_value, private_at};
use crate::model::Model;
use crate::options::Limit;
use crate::setting::{Constant, Setting};

/// The limit of an attempt.
pub(super) struct Timeout<'a> {
    /// The line before the loop for a value of the run time: `let __retry_timeout = timeout(<timeout>);`
    pub binding: Option<TokenStream>,
    /// An `Option<Duration>`, which the expansion writes wherever it needs one.
    pub reference: TokenStream,
    /// Whether there is a timeout: `true`, or a test at run time.
    pub is_some: TokenStream,
    /// The span of the option that brings it.
    key: Span,
    /// The function that makes the error of an attempt that has taken its timeout.
    error: TokenStream,
    /// `timed_out = …`, which is used in its place.
    timed_out: Option<&'a Setting<Expr>>,
}

/// The timeout of a function, if it may have one.
pub(super) fn timeout(model: &Model) -> Option<Timeout<'_>> {
    let here = Span::mixed_site();
    let timed_out = model.options.timed_out.as_ref();
    let is_some = |reference: &TokenStream| quote_spanned!(here=> ::core::option::Option::is_some(&#reference));
    match model.options.limit() {
        Limit::None => None,
        Limit::Key(Setting { key, value }) => {
            let key = here.located_at(key.span());
            let private = private_at(key);
            let error = quote_spanned!(key=> #private::timed_out);
            let (binding, reference, is_some) = match value {
                Constant::Literal(..) => {
                    let time = duration(&private, value);
                    (None, quote_spanned!(here=> ::core::option::Option::Some(#time)), quote_spanned!(here=> true))
                }
                Constant::Expression(value) => {
                    let (at, private, value) = at_value(model, value);
                    let reference = quote_spanned!(here=> __retry_timeout);
                    let binding = quote_spanned!(at=> let #reference = #private::timeout(#value););
                    let is_some = is_some(&reference);
                    (Some(binding), reference, is_some)
                }
            };
            Some(Timeout { binding, reference, is_some, key, error, timed_out })
        }
        Limit::Shared(Setting { key, .. }) => {
            let key = here.located_at(key.span());
            let private = private_at(key);
            let reference = quote_spanned!(here=> #private::shared_timeout(__retry_with));
            let (is_some, error) = (is_some(&reference), quote_spanned!(key=> #private::shared_timed_out));
            Some(Timeout { binding: None, reference, is_some, key, error, timed_out })
        }
    }
}

impl Timeout<'_> {
    /// ```text
    /// output: in_time(
    ///             limited(limit(&__retry_call, <settings>, <timeout>, <clock>), <future>).await,
    ///             <last>,
    ///             timed_out
    ///         )
    /// ```
    ///
    /// With `timed_out = …` it is `in_time_or_else(…, <timed_out>)`.
    pub(super) fn limited(&self, model: &Model, call: &Limited, future: &TokenStream) -> TokenStream {
        let Self { reference, key, error, timed_out, .. } = self;
        let (key, private) = (*key, private_at(*key));
        let Limited { settings, clock, keeps_last } = call;
        let limit = quote_spanned!(key=> #private::limit(&__retry_call, #settings, #reference, #clock));
        let last = if *keeps_last {
            quote_spanned!(key=> &mut __retry_last)
        } else {
            quote_spanned!(key=> &mut ::core::option::Option::None)
        };
        let attempted = quote_spanned!(key=> #private::limited(#limit, #future).await);
        match timed_out {
            Some(Setting { value, .. }) => {
                let (at, private, error) = at_value(model, value);
                quote_spanned!(at=> #private::in_time_or_else(#attempted, #last, #error))
            }
            None => quote_spanned!(key=> #private::in_time(#attempted, #last, #error)),
        }
    }
}

/// The parts of the call that the limit of an attempt needs.
pub(super) struct Limited {
    /// References to the settings and to the clock.
    pub settings: TokenStream,
    pub clock: TokenStream,
    /// Whether a deadline may cut an attempt short. The call then returns the operation's last outcome.
    pub keeps_last: bool,
}
