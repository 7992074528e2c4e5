//! Who is told of a failed attempt: the hooks, and `tracing`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Expr;

use super::{at_value, private_at};
use crate::model::Model;
use crate::setting::Setting;

/// Whether `retry_core` tells `tracing` of failures. It is `false` in the tests of this crate, so that the features of
/// a build do not change the golden files.
const TRACING: bool = cfg!(all(feature = "tracing", not(test)));

/// The hooks, and the description of the error for them and for `tracing`. How an error is described depends on the
/// traits of its type: the compiler finds that out when it looks the method up.
///
/// `None` for a function without hooks and without `with`, unless there is `tracing`.
///
/// ```text
/// output: observed(
///             { use Probing as _; (&&&&probe(&__retry_outcome)).__retry_describe() },
///             true,
///             |__retry_failed| {
///                 on_retry(__retry_failed, <on_retry>);
///                 on_give_up(__retry_failed, <on_give_up>);
///                 shared_hooks(__retry_failed, __retry_with);
///             }
///         )
/// ```
pub(super) fn observer<const N: usize>(
    model: &Model,
    hooks: [(&str, &Option<Setting<Expr>>); N],
    trace_error: Option<&Setting<bool>>,
) -> Option<TokenStream> {
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
    let told = told.into_iter().chain(model.options.with.as_ref().map(|_| {
        let at_arrow = here.located_at(model.outcome_span);
        quote_spanned!(at_arrow=> #private::shared_hooks(__retry_failed, __retry_with);)
    }));
    let told: Vec<TokenStream> = told.collect();
    if told.is_empty() && !(TRACING && is_traced) {
        return None;
    }
    let describe = quote_spanned! {here=>
        { use #private::Probing as _; (&&&&#private::probe(&__retry_outcome)).__retry_describe() }
    };
    let hooks = if told.is_empty() {
        quote_spanned!(here=> #private::unobserved)
    } else {
        quote_spanned!(here=> |__retry_failed| { #(#told)* })
    };
    Some(quote_spanned!(here=> #private::observed(#describe, #is_traced, #hooks)))
}
