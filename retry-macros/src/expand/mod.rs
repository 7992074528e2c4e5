//! The last stage: it writes the tokens of a checked model.
//!
//! Three rules about spans decide how errors, lints and editors see the result:
//!
//! 1. Every generated token has mixed-site hygiene: the user's code cannot refer to it, and lints do not look at it.
//!    Hygiene covers locals and labels, but not items, and a constant of the user's could turn a `let` into a pattern. So
//!    generated names begin with `__retry_`, and generated items stand in blocks of their own.
//! 2. The tokens of the body and its braces are never changed.
//! 3. Code that an error may point to is located at one token that nobody looks up in an editor: `async` for the block,
//!    `->` for the outcome. Wider spans make editors show the documentation of `async` all over the body
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
/// output: <attributes> <visibility> <signature> { <inner attributes> <attempts> }                         async,
/// blocking
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
    // The braces have the span of the user's, so lints treat the function as the user's.
    let mut braces = Group::new(Delimiter::Brace, concat([inner_attributes.clone(), looped]));
    braces.set_span(body.span());
    let mut tokens = docs::with_section(model);
    tokens.extend(head.tokens.iter().cloned());
    tokens.push(braces.into());
    tokens.into_iter().collect()
}

/// The loop, and in front of it the import of the hidden module and the item that gives the call its name.
fn attempts(model: &Model) -> TokenStream {
    concat([import(model), settings::name_item(model).unwrap_or_default(), call::call(model)])
}

/// The streams one after another. `quote!(#a #b)` does the same, but copies each of them.
fn concat<const N: usize>(streams: [TokenStream; N]) -> TokenStream {
    streams.into_iter().collect()
}

/// The value of an option. If a boxed body rebinds `self`, as `#[async_trait]` does, `self` has moved into another
/// variable before the options are evaluated: that variable replaces `self` in the value.
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

/// For the value of an option: its span, the name of the hidden module with this span, and the value by
/// [`with_receiver`].
fn at_value<'a>(model: &Model, value: &'a Expr) -> (Span, Ident, Box<dyn ToTokens + 'a>) {
    let at = Span::mixed_site().located_at(value.span());
    (at, private_at(at), with_receiver(model, value))
}

/// `use ::retry_core::__private_0_1_0 as __retry;`
///
/// The import comes once in each function. The whole path at each use would be more tokens for the compiler to read.
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
