//! From a checked model to tokens.
//!
//! Three rules about spans, each measured, decide how errors, lints and editors see the result:
//!
//! 1. Every generated token has mixed-site hygiene: it cannot be captured, and lints leave it alone. Hygiene
//!    covers locals and labels, not items, and a user's constant could turn a `let` into a pattern, so generated
//!    names begin with `__retry_` and generated items stand in blocks of their own.
//! 2. The tokens of the body and its braces are never touched.
//! 3. What has to be blamed on something is located at one token nobody looks up: `async` for the block, `->`
//!    for the outcome. Wider spans make editors show the documentation of `async` all over the body
//!    (<https://github.com/tokio-rs/tokio/issues/5518>).

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::Expr;
use syn::ext::IdentExt as _;

mod attempt;
mod general;
mod plain;
mod policy;

use crate::docs;
use crate::model::{BoxedBody, Model, Setting, Shape};
use crate::parse::function::is_variable;

/// ```text
/// input:  <attributes> <visibility> <signature> { <inner attributes> <body> }
///
/// output: <attributes> <visibility> <signature> { <inner attributes> <attempts> }                         async, blocking
///         <attributes> <visibility> <signature> { <before> Box::pin(async move { <rebinds> <attempts> }) }      boxed
/// ```
pub(crate) fn expand(model: &Model) -> TokenStream {
    let function = &model.function;
    let (attributes, prefix, signature) = (&function.outer_attributes, &function.prefix, &function.signature);
    let inner_attributes = &function.inner_attributes;
    let here = Span::mixed_site();
    let section = docs::retries_section(model).map(|text| quote_spanned!(here=> #[doc = #text]));
    let body = match &model.shape {
        Shape::Async | Shape::Blocking => attempts(model),
        Shape::Boxed(boxed) => {
            let BoxedBody { before, constructor, keywords, rebinds, .. } = &**boxed;
            let attempts = attempts(model);
            quote_spanned!(here=> #before #constructor(#keywords { #rebinds #attempts }))
        }
    };
    // With the user's braces lints about the function see it as the user's.
    let mut braces = Group::new(Delimiter::Brace, quote_spanned!(here=> #inner_attributes #body));
    braces.set_span(function.body.span());
    quote_spanned!(here=> #(#attributes)* #section #prefix #signature #braces)
}

/// The loop, below the import of the hidden module.
fn attempts(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let import = import(model);
    let attempts = if plain::is_plain(model) { plain::attempts(model) } else { general::attempts(model) };
    quote_spanned!(here=> #import #attempts)
}

/// The name of the call, as events tell it.
fn name(model: &Model) -> TokenStream {
    match &model.options.name {
        Some(name) => name.value.to_token_stream(),
        None => {
            let function = model.function.signature.ident.unraw().to_string();
            quote_spanned!(Span::mixed_site()=> ::core::concat!(::core::module_path!(), "::", #function))
        }
    }
}

/// The value of an option, `self` replaced by the variable that holds it: a boxed body that rebinds `self`, as
/// `#[async_trait]` does, has moved it there before the options are evaluated.
fn with_receiver(model: &Model, value: &Expr) -> TokenStream {
    fn replace(tokens: TokenStream, receiver: &Ident) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let replace_token = |(index, token): (usize, &TokenTree)| match token {
            TokenTree::Ident(ident) if ident == "self" && is_variable(&tokens, index) => {
                let mut receiver = receiver.clone();
                receiver.set_span(receiver.span().located_at(ident.span()));
                TokenTree::Ident(receiver)
            }
            TokenTree::Group(group) => {
                let mut replaced = Group::new(group.delimiter(), replace(group.stream(), receiver));
                replaced.set_span(group.span());
                TokenTree::Group(replaced)
            }
            token => token.clone(),
        };
        tokens.iter().enumerate().map(replace_token).collect()
    }
    let receiver = match &model.shape {
        Shape::Boxed(boxed) => boxed.receiver.as_ref(),
        _ => None,
    };
    match receiver {
        Some(receiver) => replace(value.to_token_stream(), receiver),
        None => value.to_token_stream(),
    }
}

/// `use ::retry_core::__private as __retry;`
///
/// Once in each function, and not the whole path wherever it is needed: every token is one for the compiler to carry.
fn import(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    match &model.options.krate {
        Some(Setting { value: path, .. }) => quote_spanned!(here=> use #path::__private as __retry;),
        None => quote_spanned!(here=> use ::retry_core::__private as __retry;),
    }
}

/// The hidden module that generated code calls.
fn private_at(span: Span) -> Ident {
    Ident::new("__retry", span)
}
