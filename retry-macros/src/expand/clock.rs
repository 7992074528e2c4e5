//! The clock of the call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::{at_value, private_at};
use crate::model::{Model, Shape};
use crate::options::{Limit, Options};
use crate::setting::Setting;

/// The clock is read before the first attempt, and only if an option needs the time. A policy or a retrier says at run
/// time whether it does.
///
/// ```text
/// output: let __retry_clock = Started::now();
///         let __retry_clock = own_clock(<clock>);
///         let __retry_clock = if <the policy has a deadline> { Some(Started::now()) } else { None };
/// ```
pub(super) struct Clock {
    pub binding: Option<TokenStream>,
    /// A reference to the clock, or to a `None` in its place.
    pub reference: TokenStream,
}

pub(super) fn clock(model: &Model) -> Clock {
    let here = Span::mixed_site();
    let private = private_at(here);
    let Options { deadline, policy, with, on_retry, on_give_up, report, context, clock, .. } = &model.options;
    let has_timeout = matches!(model.options.limit(), Limit::Key(_));
    let blocking = matches!(model.shape, Shape::Blocking);
    let started = match clock {
        Some(Setting { value, .. }) => {
            let (at, private, value) = at_value(model, value);
            quote_spanned!(at=> #private::own_clock(#value))
        }
        None => {
            let started = Ident::new(if blocking { "StartedBlocking" } else { "Started" }, here);
            quote_spanned!(here=> #private::#started::now())
        }
    };
    let hooks = on_retry.is_some() || on_give_up.is_some() || report.is_some();
    let binding = if deadline.is_some() || has_timeout || hooks || context.is_some() {
        quote_spanned!(here=> let __retry_clock = #started;)
    } else {
        let by_policy =
            policy.as_ref().map(|_| quote_spanned!(here=> #private::Settings::has_deadline(&__retry_settings)));
        let by_retrier = with.as_ref().map(|_| quote_spanned!(here=> #private::needs_clock(__retry_with)));
        let asks = match (by_policy, by_retrier) {
            (Some(policy), Some(retrier)) => quote_spanned!(here=> #policy || #retrier),
            (Some(asks), None) | (None, Some(asks)) => asks,
            (None, None) => {
                let reference = quote_spanned!(here=> &::core::option::Option::None::<#private::Started>);
                return Clock { binding: None, reference };
            }
        };
        quote_spanned! {here=>
            let __retry_clock = if #asks {
                ::core::option::Option::Some(#started)
            } else {
                ::core::option::Option::None
            };
        }
    };
    Clock { binding: Some(binding), reference: quote_spanned!(here=> &__retry_clock) }
}
