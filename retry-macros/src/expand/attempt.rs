//! An attempt: the user's body, and around it what keeps a `return` of its from returning from all attempts.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};

use super::exclusive::exclusive;
use super::timeout::Timeout;
use super::{in_a_row, private_at};
use crate::model::{Model, Setting, Shape};
use crate::parse::function::is_punct;

/// How the body is run.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Attempt {
    /// Where it stands.
    Inline,
    /// In an `async` block.
    Future,
    /// In a closure that is called at once.
    Closure,
}

impl Attempt {
    pub(super) fn of(model: &Model) -> Self {
        let blocking = matches!(model.shape, Shape::Blocking);
        let within = model.options.timeout.is_none()
            && !matches!(body(model), TokenTree::Group(body) if may_leave(body.stream()));
        match (within, blocking) {
            (true, _) => Self::Inline,
            (false, false) => Self::Future,
            (false, true) => Self::Closure,
        }
    }
}

/// Whether a body may be left but at its end, by `return`, `?` or a macro that hides one. With `break` and `continue` it
/// may be a mistake that would find our loop.
fn may_leave(body: TokenStream) -> bool {
    let mut after_bang = false;
    for token in body {
        let leaves = match &token {
            // To compare an identifier is to have the compiler write it out: once, and not for each keyword.
            TokenTree::Ident(ident) => {
                matches!(ident.to_string().as_str(), "return" | "break" | "continue" | "yield" | "become")
            }
            TokenTree::Punct(punct) => punct.as_char() == '?',
            TokenTree::Group(group) => after_bang || may_leave(group.stream()),
            TokenTree::Literal(_) => false,
        };
        if leaves {
            return true;
        }
        after_bang = is_punct(&token, '!');
    }
    false
}

fn body(model: &Model) -> &TokenTree {
    match &model.shape {
        Shape::Boxed(boxed) => &boxed.body,
        Shape::Async | Shape::Blocking => &model.function.body,
    }
}

/// Makes an attempt and calls its outcome `__retry_outcome`.
///
/// A body that can only be left at its end stands where it is:
///
/// ```text
/// output: let __retry_outcome = {
///             let __retry_value;
///             if false { __retry_value = never(); return __retry_value; }
///             __retry_value = match () { () if false => never(), () => <body> };
///             __retry_value
///         };
/// ```
///
/// Any other has a block of its own:
///
/// ```text
/// output: let __retry_typed = Typed::new();
///         if false { return __retry_typed.like(); }
///         let __retry_outcome = async {
///             if false { let _ = &mut *<a `&mut` argument>; return __retry_typed.value(); }
///             match () { () if false => never(), () => <body> }
///         }.await;
/// ```
///
/// The returns, which never run, give the body the expectation of the function's return type, so that coercions and
/// error messages are those of the bare function (<https://github.com/tokio-rs/tracing/pull/2270>). Written out a second
/// time that type would be warned about twice, and with the hygiene that prevents it read in our edition. Each attempt has
/// a `Typed` of its own, which it takes into its block: one that it only borrowed would cost the future a pointer. The
/// body is assigned and not bound by `let`, which would let temporaries of its tail live until the next attempt; and to a
/// variable that is gone before the wait, as a future in which an assigned one lives on holds its type.
///
/// The match keeps the user's braces: a block directly in tail position would be reported as `unused_braces`. Its other
/// arm, which never runs, gives a value, so that what follows a body of type `!` is not reported as `unreachable_code`.
/// With `context = attempt` the match also binds the attempt, as `match __retry_attempt { …, attempt => <body> }`.
///
/// The block borrows uniquely what is behind a `&mut` argument, also where the body only reads it: a shared borrow would be
/// `Send` only if the target were `Sync`. What never runs is enough to say so.
///
/// In a plain function the block is a closure, and clippy's `result_large_err` looks at closures as it does at functions.
/// To clippy, which runs nothing, that body is shown where it stands.
pub(super) fn outcome(model: &Model, timeout: Option<&Timeout<'_>>) -> TokenStream {
    let attempt = Attempt::of(model);
    let here = Span::mixed_site();
    let at_arrow = here.located_at(model.outcome_span);
    let private = private_at(at_arrow);
    let outcome_type = outcome_type(model);
    if attempt == Attempt::Inline {
        let outcome = inline(model);
        return quote_spanned!(here=> let __retry_outcome = #outcome;);
    }
    let typed = quote_spanned! {at_arrow=>
        let __retry_typed = #private::Typed #outcome_type::new();
        if false { return __retry_typed.like(); }
    };
    let exclusive = exclusive(model, body(model));
    let inner = quote_spanned!(at_arrow=> if false { #exclusive return __retry_typed.value(); });
    let mut block = Group::new(Delimiter::Brace, in_a_row([inner, bound(model)]));
    if attempt == Attempt::Closure {
        let at_fn = here.located_at(model.function.head.fn_span);
        block.set_span(at_fn);
        let inline = inline(model);
        return quote_spanned! {at_fn=>
            #[cfg(not(clippy))]
            let __retry_outcome = {
                #typed
                (|| #block)()
            };
            #[cfg(clippy)]
            let __retry_outcome = #inline;
        };
    }
    let async_span = match &model.shape {
        Shape::Boxed(boxed) => Some(boxed.async_span),
        _ => model.function.head.async_span,
    };
    let at_async = here.located_at(async_span.unwrap_or(here));
    block.set_span(at_async);
    let outcome = match timeout {
        Some(timeout) => timeout.limited(model, &quote_spanned!(at_async=> async #block)),
        None => quote_spanned!(at_async=> async #block.await),
    };
    in_a_row([typed, quote_spanned!(here=> let __retry_outcome = #outcome;)])
}

/// The block with a body that stands where it is.
fn inline(model: &Model) -> TokenStream {
    let at_arrow = Span::mixed_site().located_at(model.outcome_span);
    let private = private_at(at_arrow);
    let (bound, outcome_type) = (bound(model), outcome_type(model));
    quote_spanned! {at_arrow=>
        {
            let __retry_value;
            if false {
                __retry_value = #private::never #outcome_type();
                return __retry_value;
            }
            __retry_value = #bound;
            __retry_value
        }
    }
}

/// The match with the body.
fn bound(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let (private, body) = (private_at(here), body(model));
    match &model.options.context {
        Some(Setting { value: variable, .. }) => quote_spanned! {here=>
            match __retry_attempt { _ if false => #private::never(), #variable => #body }
        },
        None => quote_spanned!(here=> match () { () if false => #private::never(), () => #body }),
    }
}

/// `::<Ret>` where the type has to be spelt out: an `async` block that is boxed by hand knows it only once it has
/// been coerced, too late for a predicate. With our hygiene, so that lints about how it is written are the
/// signature's alone; `$crate` names another crate there and keeps its own.
fn outcome_type(model: &Model) -> Option<TokenStream> {
    fn locate(tokens: TokenStream, span: Span) -> TokenStream {
        let relocate = |mut token: TokenTree| {
            if let TokenTree::Group(group) = &token {
                let mut located = Group::new(group.delimiter(), locate(group.stream(), span));
                located.set_span(span);
                token = TokenTree::Group(located);
            }
            let is_crate = matches!(&token, TokenTree::Ident(ident) if ident == "$crate");
            token.set_span(if is_crate { token.span().located_at(span) } else { span });
            token
        };
        tokens.into_iter().map(relocate).collect()
    }
    let Shape::Boxed(boxed) = &model.shape else { return None };
    if boxed.typed {
        return None;
    }
    let at_arrow = Span::mixed_site().located_at(model.outcome_span);
    let ty = locate(boxed.outcome.to_token_stream(), at_arrow);
    Some(quote_spanned!(at_arrow=> ::<#ty>))
}
