//! The step, and the values that the options lend it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::private_at;

/// The fields of `StepOptions` that are written in every case.
#[derive(Clone, Copy)]
pub(super) struct Flags<'f> {
    pub may_be_cut: &'f TokenStream,
    pub own_wait: bool,
    pub nested_once: bool,
}

/// `step(__retry_meaning, &mut __retry_call, <settings>)`. If an option lends the step something, calls a hook or
/// brings a wait of its own:
///
/// ```text
/// output: step_with(
///             &__retry_outcome,
///             __retry_meaning,
///             &mut __retry_call,
///             <settings>,
///             &mut StepOptions { rng: &mut SystemRng, clock: Some(&__retry_clock), budget: None, … },
///             <observer>
///         )
/// ```
pub(super) fn step<const N: usize>(
    settings: &TokenStream,
    rng: Option<TokenStream>,
    lent: [(&str, Option<TokenStream>); N],
    flags: Flags<'_>,
    observer: Option<&TokenStream>,
) -> TokenStream {
    let Flags { may_be_cut, own_wait, nested_once } = flags;
    let here = Span::mixed_site();
    let private = private_at(here);
    if !own_wait && !nested_once && observer.is_none() && rng.is_none() && lent.iter().all(|(_, value)| value.is_none())
    {
        return quote_spanned!(here=> #private::step(__retry_meaning, &mut __retry_call, #settings));
    }
    let fields = lent.into_iter().map(|(name, value)| {
        let name = Ident::new(name, here);
        match value {
            Some(value) => quote_spanned!(here=> #name: #value),
            None => quote_spanned!(here=> #name: ::core::option::Option::None),
        }
    });
    let rng = rng.unwrap_or_else(|| quote_spanned!(here=> &mut #private::SystemRng));
    let nobody = quote_spanned!(here=> #private::unobserved);
    let observer = observer.unwrap_or(&nobody);
    quote_spanned! {here=>
        #private::step_with(
            &__retry_outcome,
            __retry_meaning,
            &mut __retry_call,
            #settings,
            &mut #private::StepOptions {
                rng: #rng,
                #(#fields,)*
                may_be_cut: #may_be_cut,
                own_wait: #own_wait,
                nested_once: #nested_once,
            },
            #observer
        )
    }
}
