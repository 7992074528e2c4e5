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

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::GenericParam;
use syn::spanned::Spanned as _;

use crate::docs;
use crate::model::{Attempts, Backoff, BoxedBody, Constant, Curve, Jitter, Model, Setting, Shape};

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
        Shape::Boxed(BoxedBody { before, constructor, keywords, async_span, rebinds, body }) => {
            let attempts = attempts(model, &awaited(model, *async_span, body));
            quote_spanned!(here=> #before #constructor(#keywords { #rebinds #attempts }))
        }
    };
    quote_spanned!(here=> #(#attributes)* #section #prefix #signature { #inner_attributes #body })
}

/// ```text
/// output: let mut __retry_call = Call::new(<policy>);
///         loop {
///             let __retry_outcome = <outcome>;
///             let __retry_judged = <Ret as Outcome>::judge(__retry_outcome, <transient>);
///             match step(__retry_judged, &mut __retry_call, <name>, <on_retry>) {
///                 Step::Return(outcome) => return outcome,
///                 Step::Wait(delay) => <wait>,
///             }
///         }
/// ```
///
/// The predicate and the hook are written where they are called: they may borrow what the body changes.
/// Judging and the step are apart so that a type that is no `Result` is blamed on the `->`, and a predicate
/// that answers something else than `bool` or `Verdict` on the predicate.
fn attempts(model: &Model, outcome: &TokenStream) -> TokenStream {
    let here = Span::mixed_site();
    let options = &model.options;
    let private = private(model, here);
    let policy = policy(model);
    let rng = options.rng.as_ref().map(|Setting { key, value }| {
        let with_rng = Ident::new("with_rng", here.located_at(key.span()));
        quote_spanned!(here=> .#with_rng(#value))
    });
    let timed = (options.on_retry.is_some() || options.context.is_some()).then(|| quote_spanned!(here=> .timed()));
    let attempt =
        options.context.as_ref().map(|_| quote_spanned!(here=> let __retry_attempt = __retry_call.attempt();));
    let name = match &options.name {
        Some(name) => name.value.to_token_stream(),
        None => {
            let function = model.function.signature.ident.to_string();
            let function = function.trim_start_matches("r#");
            quote_spanned!(here=> ::core::concat!(::core::module_path!(), "::", #function))
        }
    };
    let transient = match &options.transient {
        Some(transient) => transient.value.to_token_stream(),
        None => quote_spanned!(here=> |__retry_error| #private::by_trait(__retry_error)),
    };
    let on_retry = match &options.on_retry {
        Some(on_retry) => on_retry.value.to_token_stream(),
        None => quote_spanned!(here=> #private::no_hook),
    };
    let judged = {
        let at_arrow = here.located_at(model.outcome_span);
        let (private, ty) = (self::private(model, at_arrow), outcome_type(model));
        quote_spanned!(at_arrow=> <#ty as #private::Outcome>::judge(__retry_outcome, #transient))
    };
    let stepped = {
        let predicate = options.transient.as_ref().map_or(here, |transient| here.located_at(transient.value.span()));
        let private = self::private(model, predicate);
        quote_spanned!(predicate=> #private::step(__retry_judged, &mut __retry_call, #name, #on_retry))
    };
    let wait = wait(model);
    quote_spanned! {here=>
        let mut __retry_call = #private::Call::new(#policy) #rng #timed;
        loop {
            #attempt
            let __retry_outcome = #outcome;
            let __retry_judged = #judged;
            match #stepped {
                #private::Step::Return(__retry_outcome) => return __retry_outcome,
                #private::Step::Wait(__retry_delay) => #wait
            }
        }
    }
}

/// ```text
/// output: async {
///             if false { return never::<Ret>(); }
///             match () { () => <body> }
///         }.await
/// ```
///
/// The return that never runs gives the block the expectation of the return type, so that coercions and error
/// messages are those of the bare function (<https://github.com/tokio-rs/tracing/pull/2270>).
///
/// The match keeps the user's braces: a block directly in tail position would be reported as `unused_braces`.
/// With `context = attempt` it also binds the attempt, as `match __retry_attempt { attempt => <body> }`.
fn awaited(model: &Model, async_span: Span, body: &TokenTree) -> TokenStream {
    let here = Span::mixed_site();
    let at_arrow = here.located_at(model.outcome_span);
    let (private, ty) = (private(model, at_arrow), outcome_type(model));
    let typed_return = quote_spanned!(at_arrow=> if false { return #private::never::<#ty>(); });
    let bound = bind_context(model, body);
    quote_spanned!(here.located_at(async_span)=> async { #typed_return #bound }.await)
}

/// ```text
/// output: (|| -> Ret { match () { () => <body> } })()
/// ```
fn called(model: &Model, body: &TokenTree) -> TokenStream {
    let here = Span::mixed_site();
    let ty = outcome_type(model);
    let bound = bind_context(model, body);
    let fn_span = model.function.signature.fn_token.span;
    quote_spanned!(here.located_at(fn_span)=> (|| -> #ty { #bound })())
}

fn bind_context(model: &Model, body: &TokenTree) -> TokenStream {
    let here = Span::mixed_site();
    match &model.options.context {
        Some(Setting { value: variable, .. }) => quote_spanned!(here=> match __retry_attempt { #variable => #body }),
        None => quote_spanned!(here=> match () { () => #body }),
    }
}

/// The wait of a step, bound first so that nothing that made it lives while it lasts.
fn wait(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private(model, here);
    let sleep = model.options.sleep.as_ref().map(|sleep| &sleep.value);
    match (&model.shape, sleep) {
        (Shape::Blocking, Some(sleep)) => quote_spanned!(here=> #private::block_with(#sleep, __retry_delay),),
        (Shape::Blocking, None) => quote_spanned!(here=> #private::block(__retry_delay),),
        (_, sleep) => {
            let pause = match sleep {
                Some(sleep) => {
                    let at_sleep = here.located_at(sleep.span());
                    let private = self::private(model, at_sleep);
                    quote_spanned!(at_sleep=> #private::pause(&(#sleep), __retry_delay))
                }
                None => quote_spanned!(here=> #private::pause(&#private::TokioSleep, __retry_delay)),
            };
            quote_spanned! {here=> {
                let __retry_pause = #pause;
                __retry_pause.await
            }}
        }
    }
}

/// ```text
/// output: { static __RETRY_POLICY: RetryPolicy = build(RetryPolicy::builder().<settings>); &__RETRY_POLICY }
/// ```
///
/// A static is evaluated by `cargo check`, so that an impossible constant is seen before anything is built. It
/// cannot use `Self` or the function's generics; a constant that does is evaluated when the function is compiled
/// for its types: `const { &build(RetryPolicy::builder().<settings>) }`.
fn policy(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private(model, here);
    let options = &model.options;
    if let Some(Setting { value, .. }) = &options.policy {
        let at_value = here.located_at(value.span());
        let private = self::private(model, at_value);
        return quote_spanned!(at_value=> #private::policy(#value));
    }
    let settings = settings(model);
    // What only the compiler can evaluate it also has to blame: on the first such value's key.
    let blamed = constant_keys(model).first().map_or(here, |key| here.located_at(key.span()));
    let build = self::private(model, blamed);
    let policy = quote_spanned!(blamed=> #build::build(#private::RetryPolicy::builder() #settings));
    if depends_on_generics(model, &settings) {
        quote_spanned!(here=> const { &#policy })
    } else {
        quote_spanned!(here=> { static __RETRY_POLICY: #private::RetryPolicy = #policy; &__RETRY_POLICY })
    }
}

fn settings(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private(model, here);
    let options = &model.options;
    let mut settings = TokenStream::new();
    for setting in [&options.base, &options.cap, &options.retry_after_cap].into_iter().flatten() {
        let key = Ident::new(&setting.key.to_string(), here);
        let value = duration(&private, &setting.value);
        settings.extend(quote_spanned!(here=> .#key(#value)));
    }
    if let Some(factor) = &options.factor {
        let value = constant(&factor.value);
        settings.extend(quote_spanned!(here=> .factor(#value)));
    }
    if let Some(Setting { value: Attempts::Count(count), .. }) = &options.attempts {
        let value = constant(count);
        settings.extend(quote_spanned!(here=> .attempts(#value)));
    }
    if let Some(backoff) = &options.backoff {
        let value = match &backoff.value {
            Backoff::Curve(Curve::Exponential) => quote_spanned!(here=> Exponential),
            Backoff::Curve(Curve::Linear) => quote_spanned!(here=> Linear),
            Backoff::Curve(Curve::Constant) => quote_spanned!(here=> Constant),
            Backoff::Curve(Curve::Fibonacci) => quote_spanned!(here=> Fibonacci),
            Backoff::Delays(delays) => {
                let delays = delays.iter().map(|delay| duration(&private, delay));
                quote_spanned!(here=> Delays(&[#(#delays),*]))
            }
            Backoff::Function(function) => quote_spanned!(here=> Function(#function)),
        };
        settings.extend(quote_spanned!(here=> .backoff(#private::Backoff::#value)));
    }
    if let Some(jitter) = &options.jitter {
        let value = match jitter.value {
            Jitter::Full => quote_spanned!(here=> Full),
            Jitter::Equal => quote_spanned!(here=> Equal),
            Jitter::Decorrelated => quote_spanned!(here=> Decorrelated),
            Jitter::None => quote_spanned!(here=> None),
        };
        settings.extend(quote_spanned!(here=> .jitter(#private::Jitter::#value)));
    }
    settings
}

fn duration(private: &TokenStream, value: &Constant<std::time::Duration>) -> TokenStream {
    match value {
        Constant::Literal(duration, _) => {
            let (seconds, nanos) = (duration.as_secs(), duration.subsec_nanos());
            quote_spanned!(Span::mixed_site()=> #private::Duration::new(#seconds, #nanos))
        }
        Constant::Expression(expression) => expression.to_token_stream(),
    }
}

fn constant<T: quote::ToTokens>(value: &Constant<T>) -> TokenStream {
    match value {
        Constant::Literal(value, _) => value.to_token_stream(),
        Constant::Expression(expression) => expression.to_token_stream(),
    }
}

/// The keys whose values the macro could not read.
fn constant_keys(model: &Model) -> Vec<&Ident> {
    fn key<T>(setting: Option<&Setting<Constant<T>>>) -> Option<&Ident> {
        setting.filter(|setting| setting.value.expression().is_some()).map(|setting| &setting.key)
    }
    let options = &model.options;
    let attempts = match &options.attempts {
        Some(Setting { key, value: Attempts::Count(Constant::Expression(_)) }) => Some(key),
        _ => None,
    };
    let backoff = match &options.backoff {
        Some(Setting { key, value: Backoff::Delays(delays) })
            if delays.iter().any(|delay| delay.literal().is_none()) =>
        {
            Some(key)
        }
        _ => None,
    };
    let keys = [key(options.base.as_ref()), key(options.cap.as_ref()), key(options.factor.as_ref()), attempts, backoff];
    keys.into_iter().flatten().collect()
}

/// Whether the settings name `Self` or a generic parameter of the function.
fn depends_on_generics(model: &Model, settings: &TokenStream) -> bool {
    fn mentions(tokens: TokenStream, names: &[String]) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => mentions(group.stream(), names),
            TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
            _ => false,
        })
    }
    let generics = model.function.signature.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
        GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    });
    let names: Vec<String> = generics.chain(["Self".to_owned()]).collect();
    mentions(settings.clone(), &names)
}

/// The outcome's type, located at the `->`.
fn outcome_type(model: &Model) -> TokenStream {
    fn locate(tokens: TokenStream, span: Span) -> TokenStream {
        let relocate = |mut token: TokenTree| {
            if let TokenTree::Group(group) = &token {
                let mut located = proc_macro2::Group::new(group.delimiter(), locate(group.stream(), span));
                located.set_span(group.span());
                token = TokenTree::Group(located);
            }
            token.set_span(token.span().located_at(span));
            token
        };
        tokens.into_iter().map(relocate).collect()
    }
    locate(model.outcome.to_token_stream(), model.outcome_span)
}

/// The path of the hidden module that generated code calls.
fn private(model: &Model, span: Span) -> TokenStream {
    match &model.options.krate {
        Some(Setting { value: path, .. }) => quote_spanned!(span=> #path::__private),
        None => quote_spanned!(span=> ::retry_core::__private),
    }
}
