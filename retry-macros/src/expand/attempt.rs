//! An attempt: the user's body, and around it what keeps a `return` of its from returning from all attempts.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};

use super::breaker::{self, Breaker};
use super::exclusive::exclusive;
use super::stop::Stop;
use super::timeout::{Limited, Timeout};
use super::{concat, private_at};
use crate::model::{Attempt, Model, Shape};
use crate::setting::Setting;

/// Makes an attempt and calls its outcome `__retry_outcome`.
///
/// A body that can only be left at its end stands where it is:
///
/// ```text
/// output: let __retry_outcome;
///         if false { __retry_outcome = never(); return __retry_outcome; }
///         __retry_outcome = match () { () if false => never(), () => <body> };
/// ```
///
/// Any other has a block of its own:
///
/// ```text
/// output: let __retry_typed = Typed::new();
///         if false { return Typed::like(&__retry_typed); }
///         let __retry_outcome = async {
///             if false { let _ = &mut *<a `&mut` argument>; return Typed::value(__retry_typed); }
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
///
/// Behind a breaker, with a timeout or a stop the outcome comes with its cut, as `InTime { outcome, cut }`.
pub(super) fn outcome(
    model: &Model,
    timeout: Option<(&Timeout<'_>, &Limited)>,
    breaker: Option<&Breaker<'_>>,
    cuts_waits: bool,
) -> TokenStream {
    let attempt = model.attempt;
    let here = Span::mixed_site();
    let at_arrow = here.located_at(model.outcome_span);
    let private = private_at(at_arrow);
    let outcome_type = outcome_type(model);
    let guarded_outcome = |outcome: TokenStream| match breaker {
        Some(breaker) => {
            let private = private_at(here);
            let in_time = quote_spanned!(here=> #outcome #private::InTime::of(__retry_outcome));
            with_cut(Some(&breaker::permit()), &breaker.guarded(model, &in_time))
        }
        None => outcome,
    };
    if attempt == Attempt::Inline {
        return guarded_outcome(inline(model));
    }
    let typed = quote_spanned! {at_arrow=>
        let __retry_typed = #private::typed #outcome_type();
        if false { return #private::like(&__retry_typed); }
    };
    let exclusive = exclusive(model, model.body());
    let inner = quote_spanned!(at_arrow=> if false { #exclusive return #private::value(__retry_typed); });
    let mut block = Group::new(Delimiter::Brace, concat([inner, bound(model)]));
    if attempt == Attempt::Closure {
        let at_fn = here.located_at(model.function.head.fn_span);
        block.set_span(at_fn);
        let inline = inline(model);
        let outcome = match nested(model) {
            Some(once) => quote_spanned!(at_fn=> #once(|| #block)),
            None => quote_spanned!(at_fn=> (|| #block)()),
        };
        let outcome = quote_spanned! {at_fn=>
            #[cfg(not(clippy))]
            let __retry_outcome = {
                #typed
                #outcome
            };
            #[cfg(clippy)]
            let __retry_outcome = {
                #inline
                __retry_outcome
            };
        };
        return guarded_outcome(outcome);
    }
    let async_span = match &model.shape {
        Shape::Boxed(boxed) => Some(boxed.async_span),
        _ => model.function.head.async_span,
    };
    let at_async = here.located_at(async_span.unwrap_or(here));
    block.set_span(at_async);
    let private = private_at(here);
    let future = match nested(model) {
        Some(once) => quote_spanned!(at_async=> #once(async #block)),
        None => quote_spanned!(at_async=> async #block),
    };
    let attempted = match timeout {
        Some((timeout, call)) => timeout.limited(model, call, &future),
        None => {
            let outcome = quote_spanned!(at_async=> #future.await);
            if breaker.is_none() && !cuts_waits {
                return concat([typed, quote_spanned!(here=> let __retry_outcome = #outcome;)]);
            }
            quote_spanned!(here=> #private::InTime::of(#outcome))
        }
    };
    let attempted = match breaker {
        Some(breaker) => breaker.guarded(model, &attempted),
        None => attempted,
    };
    let attempted = if cuts_waits { Stop::before(&attempted) } else { attempted };
    let permit = breaker.map(|_| breaker::permit());
    let outcome = with_cut(permit.as_ref(), &attempted);
    concat([typed, outcome])
}

/// `let InTime { outcome: __retry_outcome, cut: __retry_cut } = <attempted>;`
fn with_cut(permit: Option<&TokenStream>, attempted: &TokenStream) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    quote_spanned! {here=>
        #permit
        let #private::InTime { outcome: __retry_outcome, cut: __retry_cut } = #attempted;
    }
}

/// What puts an attempt in a scope: with `nested = "once"`, in which the block is `once(async { … })` or
/// `once_blocking(|| { … })`.
fn nested(model: &Model) -> Option<TokenStream> {
    let Setting { key, .. } = model.options.nested.as_ref()?;
    let at = Span::mixed_site().located_at(key.span());
    let (private, blocking) = (private_at(at), model.attempt == Attempt::Closure);
    let once = Ident::new(if blocking { "once_blocking" } else { "once" }, at);
    Some(quote_spanned!(at=> #private::#once))
}

/// The outcome of a body that stands where it is.
fn inline(model: &Model) -> TokenStream {
    let at_arrow = Span::mixed_site().located_at(model.outcome_span);
    let private = private_at(at_arrow);
    let (bound, outcome_type) = (bound(model), outcome_type(model));
    quote_spanned! {at_arrow=>
        let __retry_outcome;
        if false {
            __retry_outcome = #private::never #outcome_type();
            return __retry_outcome;
        }
        __retry_outcome = #bound;
    }
}

/// The match with the body.
fn bound(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let (private, body) = (private_at(here), model.body());
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
