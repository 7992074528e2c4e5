//! The time of an attempt.

use std::time::Duration;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::Expr;

use super::settings::duration;
use super::{at_value, private_at, with_receiver};
use crate::model::Model;
use crate::setting::{Constant, Setting};

/// The limit of an attempt.
pub(super) struct Timeout<'a> {
    pub timeout: &'a Setting<Constant<Duration>>,
    /// What makes the error of an attempt that has taken its timeout.
    pub timed_out: Option<&'a Setting<Expr>>,
    /// References to the settings and to what tells the time.
    pub settings: TokenStream,
    pub clock: TokenStream,
    /// Whether a deadline may cut an attempt short. The call then returns the operation's last outcome.
    pub keeps_last: bool,
}

impl Timeout<'_> {
    /// `let __retry_timeout: Duration = <timeout>; let mut __retry_last = None;`
    pub(super) fn binding(&self, model: &Model) -> TokenStream {
        let here = Span::mixed_site();
        let Setting { key, value } = self.timeout;
        let private = private_at(here.located_at(key.span()));
        let timeout = match value {
            Constant::Literal(..) => duration(&private, value),
            Constant::Expression(expression) => with_receiver(model, expression).to_token_stream(),
        };
        let last = self.keeps_last.then(|| quote_spanned!(here=> let mut __retry_last = ::core::option::Option::None;));
        quote_spanned!(here=> let __retry_timeout: #private::Duration = #timeout; #last)
    }

    /// ```text
    /// output: in_time(
    ///             limited(limit(&__retry_call, <settings>, __retry_timeout, <clock>), <future>).await,
    ///             &mut __retry_last,
    ///             timed_out
    ///         )
    /// ```
    ///
    /// With `timed_out = …` it is `in_time_or_else(…, <timed_out>)`.
    pub(super) fn limited(&self, model: &Model, future: &TokenStream) -> TokenStream {
        let at_key = Span::mixed_site().located_at(self.timeout.key.span());
        let private = private_at(at_key);
        let Self { settings, clock, keeps_last, .. } = self;
        let limit = quote_spanned!(at_key=> #private::limit(&__retry_call, #settings, __retry_timeout, #clock));
        let last = if *keeps_last {
            quote_spanned!(at_key=> &mut __retry_last)
        } else {
            quote_spanned!(at_key=> &mut ::core::option::Option::None)
        };
        let attempted = quote_spanned!(at_key=> #private::limited(#limit, #future).await);
        match self.timed_out {
            Some(Setting { value, .. }) => {
                let (at, private, error) = at_value(model, value);
                quote_spanned!(at=> #private::in_time_or_else(#attempted, #last, #error))
            }
            None => quote_spanned!(at_key=> #private::in_time(#attempted, #last, #private::timed_out)),
        }
    }
}
