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
use syn::spanned::Spanned as _;

mod around;
mod next;
mod policy;

use self::around::{clock, limited, memory, rng};
use self::next::next;
use self::policy::Policy;
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
        Shape::Async => {
            let async_span = signature.asyncness.map_or(here, |keyword| keyword.span);
            attempts(model, &awaited(model, async_span, &function.body))
        }
        Shape::Blocking => attempts(model, &called(model, &function.body)),
        Shape::Boxed(boxed) => {
            let BoxedBody { before, constructor, keywords, async_span, rebinds, body, .. } = &**boxed;
            let attempts = attempts(model, &awaited(model, *async_span, body));
            quote_spanned!(here=> #before #constructor(#keywords { #rebinds #attempts }))
        }
    };
    // With the user's braces lints about the function see it as the user's.
    let mut braces = Group::new(Delimiter::Brace, quote_spanned!(here=> #inner_attributes #body));
    braces.set_span(function.body.span());
    quote_spanned!(here=> #(#attributes)* #section #prefix #signature #braces)
}

/// ```text
/// output: use ::retry_core::__private as __retry;
///         let mut __retry_call = Call::new();
///         loop {
///             let __retry_typed = Typed::new();
///             if false { return __retry_typed.like(); }
///             let __retry_outcome = <outcome>;
///             let __retry_result = Outcome::result(__retry_outcome);
///             let __retry_judged = judge(__retry_result, <transient>);
///             <return the outcome, or wait>
///         }
/// ```
///
/// The first return, which never runs, tells `Typed<_>` the function's return type. Written out a second time, in
/// the attempt, that type would be warned about twice, and with the hygiene that prevents it read in our edition. Each
/// attempt has a `Typed` of its own, which it takes into its block: one that it only borrowed would cost the future a
/// pointer.
///
/// The predicate is written where it is called: it may borrow what the body changes. The calls are apart so that a type
/// that is no `Result` is blamed on the `->` and a wrong predicate on the predicate.
fn attempts(model: &Model, outcome: &Attempt) -> TokenStream {
    let here = Span::mixed_site();
    let options = &model.options;
    let private = private_at(here);
    let import = import(model);
    let (outcome_type, typed_return) = (outcome_type(model), typed_return(model, "like"));
    let Policy { binding: policy_binding, reference: policy } = policy::policy(model);
    let (rng_binding, rng) = rng(model);
    let (memory, clock) = (memory(model), clock(model));
    let attempt = options
        .context
        .as_ref()
        .map(|_| quote_spanned!(here=> let __retry_attempt = #private::Call::attempt(&__retry_call, #policy);));
    let name = match &options.name {
        Some(name) => name.value.to_token_stream(),
        None => {
            let function = model.function.signature.ident.to_string();
            let function = function.trim_start_matches("r#");
            quote_spanned!(here=> ::core::concat!(::core::module_path!(), "::", #function))
        }
    };
    let (timeout_binding, outcome) = limited(model, outcome, &policy);
    let result = {
        let at_arrow = here.located_at(model.outcome_span);
        let private = private_at(at_arrow);
        quote_spanned!(at_arrow=> #private::Outcome::result(__retry_outcome))
    };
    let judged = match &options.transient {
        Some(Setting { value, .. }) => {
            let at_predicate = here.located_at(value.span());
            let (private, predicate) = (private_at(at_predicate), with_receiver(model, value));
            quote_spanned!(at_predicate=> #private::judge(__retry_result, #predicate))
        }
        None => quote_spanned! {here=>
            #private::judge(__retry_result, |__retry_error| #private::by_trait(__retry_error))
        },
    };
    let until = options.until.as_ref().map(|Setting { value, .. }| {
        let at_condition = here.located_at(value.span());
        let (private, condition) = (private_at(at_condition), with_receiver(model, value));
        quote_spanned!(at_condition=> let __retry_judged = #private::until(__retry_judged, #condition);)
    });
    let next = next(model, &name, &policy, rng.as_ref());
    quote_spanned! {here=>
        #import
        #policy_binding
        #timeout_binding
        #rng_binding
        let mut __retry_call = #private::Call::new() #memory #clock;
        loop {
            let __retry_typed = #private::Typed #outcome_type::new();
            #typed_return
            #attempt
            let __retry_outcome = #outcome;
            let __retry_result = #result;
            let __retry_judged = #judged;
            #until
            #next
        }
    }
}

/// What makes an attempt: a future to be awaited, located at its `async`, or the outcome itself.
enum Attempt {
    Future(TokenStream, Span),
    Value(TokenStream),
}

/// ```text
/// output: async { <attempt> }
/// ```
fn awaited(model: &Model, async_span: Span, body: &TokenTree) -> Attempt {
    let attempt = attempt(model, body);
    let future = quote_spanned!(Span::mixed_site().located_at(async_span)=> async { #attempt });
    Attempt::Future(future, async_span)
}

/// ```text
/// output: (|| { <attempt> })()
/// ```
fn called(model: &Model, body: &TokenTree) -> Attempt {
    let attempt = attempt(model, body);
    let fn_span = model.function.signature.fn_token.span;
    Attempt::Value(quote_spanned!(Span::mixed_site().located_at(fn_span)=> (|| { #attempt })()))
}

/// ```text
/// output: if false { return __retry_typed.value(); }
///         match () { () => <body> }
/// ```
///
/// The return that never runs gives the block the expectation of the return type, so that coercions and error
/// messages are those of the bare function (<https://github.com/tokio-rs/tracing/pull/2270>). Where the type comes
/// from see `attempts`.
///
/// The match keeps the user's braces: a block directly in tail position would be reported as `unused_braces`.
/// With `context = attempt` it also binds the attempt, as `match __retry_attempt { attempt => <body> }`.
fn attempt(model: &Model, body: &TokenTree) -> TokenStream {
    let here = Span::mixed_site();
    let typed_return = typed_return(model, "value");
    let bound = match &model.options.context {
        Some(Setting { value: variable, .. }) => quote_spanned!(here=> match __retry_attempt { #variable => #body }),
        None => quote_spanned!(here=> match () { () => #body }),
    };
    quote_spanned!(here=> #typed_return #bound)
}

/// By `like` from outside of the attempt, and by `value`, which takes it along, from within.
fn typed_return(model: &Model, by: &str) -> TokenStream {
    let at_arrow = Span::mixed_site().located_at(model.outcome_span);
    let private = private_at(at_arrow);
    let typed = match by {
        "like" => quote_spanned!(at_arrow=> #private::Typed::like(&__retry_typed)),
        _ => quote_spanned!(at_arrow=> #private::Typed::value(__retry_typed)),
    };
    quote_spanned!(at_arrow=> if false { return #typed; })
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
