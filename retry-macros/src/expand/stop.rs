//! The lines of `stop = …`.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::{at_value, private_at};
use crate::model::Model;
use crate::setting::Setting;

/// What `stop = …` adds to the loop. A blocking function only asks it before each wait.
#[derive(Default)]
pub(super) struct Stop {
    /// `let mut __retry_stop = pin!(stop(<stop>));`
    pub binding: Option<TokenStream>,
    /// What the step asks: `&mut || asks(Pin::as_mut(&mut __retry_stop))`, or in a blocking function `&mut
    /// stops_if(<stop>)`.
    pub asks: Option<TokenStream>,
    /// Whether it ends waits early.
    pub cuts_waits: bool,
}

pub(super) fn stop(model: &Model) -> Stop {
    let here = Span::mixed_site();
    let Some(Setting { value, .. }) = &model.options.stop else { return Stop::default() };
    let (at, private, value) = at_value(model, value);
    if model.options.cuts_waits().is_none() {
        let asks = quote_spanned!(at=> &mut #private::stops_if(#value));
        return Stop { binding: None, asks: Some(asks), cuts_waits: false };
    }
    let binding = quote_spanned!(at=> let mut __retry_stop = ::core::pin::pin!(#private::stop(#value)););
    let (private, stop) = (private_at(here), as_mut());
    let asks = quote_spanned!(here=> &mut || #private::asks(#stop));
    Stop { binding: Some(binding), asks: Some(asks), cuts_waits: true }
}

fn as_mut() -> TokenStream {
    quote_spanned!(Span::mixed_site()=> ::core::pin::Pin::as_mut(&mut __retry_stop))
}

impl Stop {
    /// Puts the stop in front of an attempt. `in_time` is the attempt without it, an `InTime`.
    ///
    /// ```text
    /// output: match stopped(&*__retry_stop, &mut __retry_last) {
    ///             None => <in time>,
    ///             Some(__retry_stopped) => __retry_stopped,
    ///         }
    /// ```
    pub(super) fn before(in_time: &TokenStream) -> TokenStream {
        let here = Span::mixed_site();
        let private = private_at(here);
        quote_spanned! {here=>
            match #private::stopped(&*__retry_stop, &mut __retry_last) {
                ::core::option::Option::None => { #in_time }
                ::core::option::Option::Some(__retry_stopped) => __retry_stopped,
            }
        }
    }

    /// The wait that the stop may end: `wait_or_stop(Pin::as_mut(&mut __retry_stop), <wait>)`.
    pub(super) fn wait(&self, wait: TokenStream) -> TokenStream {
        if !self.cuts_waits {
            return wait;
        }
        let (private, stop) = (private_at(Span::mixed_site()), as_mut());
        quote_spanned!(Span::mixed_site()=> #private::wait_or_stop(#stop, #wait))
    }
}
