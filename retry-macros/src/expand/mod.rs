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
use quote::{ToTokens, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned as _;

mod attempt;
mod breaker;
mod call;
mod clock;
mod exclusive;
mod observer;
mod report;
mod settings;
mod shared;
mod step;
mod stop;
mod timeout;

use crate::docs;
use crate::model::{BoxedBody, Function, Model, Shape};
use crate::parse::tokens::is_variable;
use crate::private_module::private_module;
use crate::setting::Setting;

/// ```text
/// input:  <attributes> <visibility> <signature> { <inner attributes> <body> }
///
/// output: <attributes> <visibility> <signature> { <inner attributes> <attempts> }                         async, blocking
///         <attributes> <visibility> <signature> { <before> Box::pin(async move { <rebinds> <attempts> }) }      boxed
/// ```
pub(crate) fn expand(model: &Model) -> TokenStream {
    let Function { head, inner_attributes, body, .. } = &model.function;
    let here = Span::mixed_site();
    let looped = match &model.shape {
        Shape::Async | Shape::Blocking => attempts(model),
        Shape::Boxed(boxed) => {
            let BoxedBody { before, constructor, keywords, rebinds, .. } = &**boxed;
            let attempts = attempts(model);
            let future = quote_spanned!(here=> #keywords { #rebinds #attempts });
            match constructor {
                Some(constructor) => quote_spanned!(here=> #before #constructor(#future)),
                None => quote_spanned!(here=> #before #future),
            }
        }
    };
    // With the user's braces lints about the function see it as the user's.
    let mut braces = Group::new(Delimiter::Brace, concat([inner_attributes.clone(), looped]));
    braces.set_span(body.span());
    let mut tokens = docs::with_section(model);
    tokens.extend(head.tokens.iter().cloned());
    tokens.push(braces.into());
    tokens.into_iter().collect()
}

/// The loop, below the import of the hidden module and the item that tells the name.
fn attempts(model: &Model) -> TokenStream {
    concat([import(model), settings::name_item(model).unwrap_or_default(), call::call(model)])
}

/// Streams one after another, as `quote!(#a #b)` gives them, but without a copy of each.
fn concat<const N: usize>(streams: [TokenStream; N]) -> TokenStream {
    streams.into_iter().collect()
}

/// The value of an option, `self` replaced by the variable that holds it: a boxed body that rebinds `self`, as
/// `#[async_trait]` does, has moved it there before the options are evaluated.
fn with_receiver<'a>(model: &Model, value: &'a Expr) -> Box<dyn ToTokens + 'a> {
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
        Some(receiver) => Box::new(replace(value.to_token_stream(), receiver)),
        None => Box::new(value),
    }
}

/// The value of an option, its place, and the hidden module as it is called there.
fn at_value<'a>(model: &Model, value: &'a Expr) -> (Span, Ident, Box<dyn ToTokens + 'a>) {
    let at = Span::mixed_site().located_at(value.span());
    (at, private_at(at), with_receiver(model, value))
}

/// `use ::retry_core::__private_0_1_0 as __retry;`
///
/// The name carries the version, so that a `retry_core` of another one is a single clear error.
///
/// Once in each function, and not the whole path wherever it is needed: every token is one for the compiler to carry.
fn import(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let module = private_module(here);
    match &model.options.krate {
        Some(Setting { value: path, .. }) => quote_spanned!(here=> use #path::#module as __retry;),
        None => quote_spanned!(here=> use ::retry_core::#module as __retry;),
    }
}

/// The hidden module that generated code calls.
fn private_at(span: Span) -> Ident {
    Ident::new("__retry", span)
}
