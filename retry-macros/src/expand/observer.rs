//! Who is told of a failed attempt: the hooks, and `tracing`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Expr;

use super::call::at_value;
use super::private_at;
use crate::model::{Model, Setting};

/// Who is told of a failed attempt.
pub(super) struct Observer {
    /// What stands before the step.
    pub binding: Option<TokenStream>,
    pub observer: TokenStream,
}

/// Whether `retry_core` tells `tracing` of failures. Not in the tests of this crate, which other features must not change.
const TRACING: bool = cfg!(all(feature = "tracing", not(test)));

/// The hooks, and how they and `tracing` are told the error: as the type of it allows, which the compiler looks up by the
/// method call. Nobody is told in a function without hooks, unless there is `tracing`.
///
/// ```text
/// binding:  let (__retry_judged, __retry_describe) = {
///               use Probing as _;
///               let (__retry_judged, __retry_probe) = probe(__retry_judged);
///               (__retry_judged, (&&&&__retry_probe).__retry_describe())
///           };
/// observer: observed(__retry_describe, true, |__retry_failed| {
///               on_retry(__retry_failed, <on_retry>);
///               on_give_up(__retry_failed, <on_give_up>);
///           })
/// ```
pub(super) fn observer<const N: usize>(
    model: &Model,
    hooks: [(&str, &Option<Setting<Expr>>); N],
    trace_error: Option<&Setting<bool>>,
) -> Observer {
    let here = Span::mixed_site();
    let private = private_at(here);
    let is_traced = trace_error.is_none_or(|trace_error| trace_error.value);
    let told: Vec<TokenStream> = hooks
        .into_iter()
        .filter_map(|(function, hook)| {
            let (at, private, hook) = at_value(model, &hook.as_ref()?.value);
            let function = Ident::new(function, at);
            Some(quote_spanned!(at=> #private::#function(__retry_failed, #hook);))
        })
        .collect();
    let hooks = if told.is_empty() {
        quote_spanned!(here=> #private::unobserved)
    } else {
        quote_spanned!(here=> |__retry_failed| { #(#told)* })
    };
    if told.is_empty() && !(TRACING && is_traced) {
        return Observer { binding: None, observer: hooks };
    }
    let binding = quote_spanned! {here=>
        let (__retry_judged, __retry_describe) = {
            use #private::Probing as _;
            let (__retry_judged, __retry_probe) = #private::probe(__retry_judged);
            (__retry_judged, (&&&&__retry_probe).__retry_describe())
        };
    };
    let observer = quote_spanned!(here=> #private::observed(__retry_describe, #is_traced, #hooks));
    Observer { binding: Some(binding), observer }
}
