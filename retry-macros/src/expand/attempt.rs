//! An attempt: the user's body in a block that a `return` of the body cannot leave.

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
/// A body that can be left only at its end is a block in the loop itself:
///
/// ```text
/// output: let __retry_outcome;
///         if false { __retry_outcome = never(); return __retry_outcome; }
///         __retry_outcome = match () { () if false => never(), () => <body> };
/// ```
///
/// Any other body is in an `async` block, or in a closure if the function is blocking:
///
/// ```text
/// output: let __retry_typed = typed();
///         if false { return like(&__retry_typed); }
///         let __retry_outcome = async {
///             if false { let _ = &mut *<a `&mut` argument>; return value(__retry_typed); }
///             match () { () if false => never(), () => <body> }
///         }.await;
/// ```
///
/// The returns never run. They tell the compiler that the body has the function's return type, so that coercions and
/// error messages are those of the bare function (<https://github.com/tokio-rs/tracing/pull/2270>). `typed` infers that
/// type. If the expansion repeated the type instead, lints would warn about it twice; and without the user's hygiene,
/// which causes the second warning, the compiler would read it in the edition of this crate. Each attempt moves a
/// `Typed` of its own into its block, because a borrowed one would add a pointer to the future.
///
/// A body in the loop itself is assigned. A `let` with the body as its value would keep the temporaries of the body's
/// tail alive until the next attempt. `__retry_outcome` is declared in a block that ends before the wait, because a
/// future contains the type of every assigned variable whose scope has an `.await` in it.
///
/// The match keeps the user's braces: a block directly in tail position would be reported as `unused_braces`. Its first
/// arm never runs and gives a value, so that what follows a body of type `!` is not reported as `unreachable_code`. With
/// `context = attempt` the match also binds the attempt:
///
/// ```text
/// output: match __retry_attempt { _ if false => never(), attempt => <body> }
/// ```
///
/// `let _ = &mut *…` never runs, but it makes the block borrow the target of a `&mut` argument uniquely, also if the
/// body only reads it. The module `check::exclusive` says why.
///
/// In a blocking function the block is a closure. Clippy's `result_large_err` would warn about the closure as it does
/// about the function. So clippy, which runs nothing, gets the body as a block in the loop.
///
/// With a breaker, a timeout or a stop, an attempt is an `InTime { outcome, cut }`. Its `cut` says why the outcome is
/// not the operation's own, if it is not.
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
        let Inline { typed, assigned } = inline(model);
        return concat([typed, guarded_outcome(assigned)]);
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
        let Inline { typed: typed_inline, assigned } = inline(model);
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
                #typed_inline
                #assigned
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

/// The function that takes the block with `nested = "once"`: `once(async { … })` or `once_blocking(|| { … })`.
fn nested(model: &Model) -> Option<TokenStream> {
    let Setting { key, .. } = model.options.nested.as_ref()?;
    let at = Span::mixed_site().located_at(key.span());
    let (private, blocking) = (private_at(at), model.attempt == Attempt::Closure);
    let once = Ident::new(if blocking { "once_blocking" } else { "once" }, at);
    Some(quote_spanned!(at=> #private::#once))
}

/// A body that is a block in the loop itself.
struct Inline {
    /// The declaration of `__retry_outcome`, and the return that tells its type.
    typed: TokenStream,
    /// The assignment of the outcome.
    assigned: TokenStream,
}

fn inline(model: &Model) -> Inline {
    let at_arrow = Span::mixed_site().located_at(model.outcome_span);
    let private = private_at(at_arrow);
    let (bound, outcome_type) = (bound(model), outcome_type(model));
    let typed = quote_spanned! {at_arrow=>
        let __retry_outcome;
        if false {
            __retry_outcome = #private::never #outcome_type();
            return __retry_outcome;
        }
    };
    Inline { typed, assigned: quote_spanned!(at_arrow=> __retry_outcome = #bound;) }
}

/// The match around the body.
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

/// `::<Ret>` for an `async` block that is boxed by hand. The compiler infers the type of such a block only when it
/// coerces the box, which is too late for a predicate.
///
/// The type has the macro's hygiene, so that lints about how it is written look at the signature alone. `$crate` keeps
/// the user's hygiene, because it would name another crate without it.
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
