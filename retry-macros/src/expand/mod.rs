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

mod policy;

use self::policy::policy;
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
/// output: let __retry_typed = Typed::new();
///         if false { return __retry_typed.value(); }
///         let mut __retry_call = Call::new(<policy>);
///         loop {
///             let __retry_outcome = <outcome>;
///             let __retry_result = Outcome::result(__retry_outcome);
///             let __retry_judged = judge(__retry_result, <transient>);
///             let __retry_delay = match step(__retry_judged, &mut __retry_call, <name>, <on_retry>) {
///                 Step::Return(outcome) => return outcome,
///                 Step::Wait(delay) => delay,
///             };
///             <wait>
///         }
/// ```
///
/// The first return, which never runs, tells `Typed<_>` the function's return type. Written out a second time, in
/// the attempt, that type would be warned about twice, and with the hygiene that prevents it read in our edition.
///
/// The predicate and the hook are written where they are called: they may borrow what the body changes.
/// The calls are apart so that a type that is no `Result` is blamed on the `->`, a wrong predicate on the predicate
/// and a wrong hook on the hook. The wait is a statement of its own: within the match the outcome's types would
/// live across it, and a future that holds them may not be `Send`.
fn attempts(model: &Model, outcome: &TokenStream) -> TokenStream {
    let here = Span::mixed_site();
    let options = &model.options;
    let private = private_at(model, here);
    let (policy, outcome_type, typed_return) = (policy(model), outcome_type(model), typed_return(model));
    let rng = options.rng.as_ref().map(|Setting { key, value }| {
        let with_rng = Ident::new("with_rng", here.located_at(key.span()));
        let value = with_receiver(model, value);
        quote_spanned!(here=> .#with_rng(#value))
    });
    let timed = (options.on_retry.is_some() || options.context.is_some()).then(|| quote_spanned!(here=> .timed()));
    let attempt = options
        .context
        .as_ref()
        .map(|_| quote_spanned!(here=> let __retry_attempt = #private::Call::attempt(&__retry_call);));
    let name = match &options.name {
        Some(name) => name.value.to_token_stream(),
        None => {
            let function = model.function.signature.ident.to_string();
            let function = function.trim_start_matches("r#");
            quote_spanned!(here=> ::core::concat!(::core::module_path!(), "::", #function))
        }
    };
    let transient = match &options.transient {
        Some(transient) => with_receiver(model, &transient.value),
        None => quote_spanned!(here=> |__retry_error| #private::by_trait(__retry_error)),
    };
    let on_retry = match &options.on_retry {
        Some(on_retry) => with_receiver(model, &on_retry.value),
        None => quote_spanned!(here=> #private::no_hook),
    };
    let located = |setting: &Option<Setting<Expr>>| {
        setting.as_ref().map_or(here, |setting| here.located_at(setting.value.span()))
    };
    let result = {
        let at_arrow = here.located_at(model.outcome_span);
        let private = private_at(model, at_arrow);
        quote_spanned!(at_arrow=> #private::Outcome::result(__retry_outcome))
    };
    let judged = {
        let at_predicate = located(&options.transient);
        let private = private_at(model, at_predicate);
        quote_spanned!(at_predicate=> #private::judge(__retry_result, #transient))
    };
    let stepped = {
        let at_hook = located(&options.on_retry);
        let private = private_at(model, at_hook);
        quote_spanned!(at_hook=> #private::step(__retry_judged, &mut __retry_call, #name, #on_retry))
    };
    let wait = wait(model);
    quote_spanned! {here=>
        let __retry_typed = #private::Typed #outcome_type::new();
        #typed_return
        let mut __retry_call = #private::Call::new(#policy) #rng #timed;
        loop {
            #attempt
            let __retry_outcome = #outcome;
            let __retry_result = #result;
            let __retry_judged = #judged;
            let __retry_delay = match #stepped {
                #private::Step::Return(__retry_outcome) => return __retry_outcome,
                #private::Step::Wait(__retry_delay) => __retry_delay,
            };
            #wait
        }
    }
}

/// ```text
/// output: async { <attempt> }.await
/// ```
fn awaited(model: &Model, async_span: Span, body: &TokenTree) -> TokenStream {
    let attempt = attempt(model, body);
    quote_spanned!(Span::mixed_site().located_at(async_span)=> async { #attempt }.await)
}

/// ```text
/// output: (|| { <attempt> })()
/// ```
fn called(model: &Model, body: &TokenTree) -> TokenStream {
    let attempt = attempt(model, body);
    let fn_span = model.function.signature.fn_token.span;
    quote_spanned!(Span::mixed_site().located_at(fn_span)=> (|| { #attempt })())
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
    let typed_return = typed_return(model);
    let bound = match &model.options.context {
        Some(Setting { value: variable, .. }) => quote_spanned!(here=> match __retry_attempt { #variable => #body }),
        None => quote_spanned!(here=> match () { () => #body }),
    };
    quote_spanned!(here=> #typed_return #bound)
}

fn typed_return(model: &Model) -> TokenStream {
    let at_arrow = Span::mixed_site().located_at(model.outcome_span);
    let private = private_at(model, at_arrow);
    quote_spanned!(at_arrow=> if false { return #private::Typed::value(__retry_typed); })
}

/// The wait of a step, bound first so that nothing that made it lives while it lasts.
fn wait(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(model, here);
    let sleep = model.options.sleep.as_ref().map(|sleep| {
        let at_sleep = here.located_at(sleep.value.span());
        (at_sleep, private_at(model, at_sleep), with_receiver(model, &sleep.value))
    });
    if let Shape::Blocking = model.shape {
        return match sleep {
            Some((at, private, sleep)) => quote_spanned!(at=> #private::block_with(#sleep, __retry_delay);),
            None => quote_spanned!(here=> #private::block(__retry_delay);),
        };
    }
    let (at, pause) = match sleep {
        Some((at, private, sleep)) => (at, quote_spanned!(at=> #private::pause(&(#sleep), __retry_delay))),
        None => (here, quote_spanned!(here=> #private::pause(&#private::TokioSleep, __retry_delay))),
    };
    quote_spanned! {at=>
        let __retry_pause = #pause;
        __retry_pause.await;
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

/// The path of the hidden module that generated code calls.
fn private_at(model: &Model, span: Span) -> TokenStream {
    match &model.options.krate {
        Some(Setting { value: path, .. }) => quote_spanned!(span=> #path::__private),
        None => quote_spanned!(span=> ::retry_core::__private),
    }
}
