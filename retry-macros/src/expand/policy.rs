//! The policy of a call: a static made of the attribute's constants, or what `policy = …` brings.

use std::time::Duration;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::GenericParam;
use syn::spanned::Spanned as _;

use super::{private_at, with_receiver};
use crate::model::{Attempts, Backoff, Constant, Curve, Jitter, Model, Setting};
use crate::parse::head::signature;

/// The policy as the rest of the expansion uses it.
pub(super) struct Policy {
    /// What stands before the loop.
    pub binding: Option<TokenStream>,
    /// A reference to the policy, as often as it is needed.
    pub reference: TokenStream,
}

/// ```text
/// output: { static __RETRY_POLICY: RetryPolicy = build(RetryPolicy::builder().<settings>); &__RETRY_POLICY }
/// ```
///
/// A static is evaluated by `cargo check`, so that an impossible constant is seen before anything is built. It
/// cannot use `Self` or generics; a constant that may is evaluated when the function is compiled for its types:
/// `const { &build(RetryPolicy::builder().<settings>) }`.
///
/// Neither is held by the future. Where more than the step asks for it, a closure of no size gives it:
/// `let __retry_policy = || <policy>;`. What `policy = …` brings is evaluated once and held:
/// `let __retry_policy = policy(<value>);`.
pub(super) fn policy(model: &Model) -> Policy {
    let here = Span::mixed_site();
    let options = &model.options;
    if let Some(Setting { value, .. }) = &options.policy {
        let at_value = here.located_at(value.span());
        let (private, value) = (private_at(at_value), with_receiver(model, value));
        return Policy {
            binding: Some(quote_spanned!(at_value=> let __retry_policy = #private::policy(#value);)),
            reference: quote_spanned!(here=> &__retry_policy),
        };
    }
    let constant = constant(model, "RetryPolicy", &build(model));
    if options.context.is_some() || options.timeout.is_some() {
        Policy {
            binding: Some(quote_spanned!(here=> let __retry_policy = || #constant;)),
            reference: quote_spanned!(here=> __retry_policy()),
        }
    } else {
        Policy { binding: None, reference: constant }
    }
}

/// `build(RetryPolicy::builder().<settings>)`
pub(super) fn build(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let settings = settings(model);
    // What only the compiler can evaluate it also has to blame: on the value's key, if there is but one.
    let blamed = match model.options.expressions().as_slice() {
        [(key, _)] => here.located_at(key.span()),
        _ => here,
    };
    let build = private_at(blamed);
    quote_spanned!(blamed=> #build::build(#private::RetryPolicy::builder() #settings))
}

/// A reference to a constant of a type of the hidden module.
pub(super) fn constant(model: &Model, ty: &str, value: &TokenStream) -> TokenStream {
    let here = Span::mixed_site();
    let (private, ty) = (private_at(here), Ident::new(ty, here));
    if may_depend_on_generics(model) {
        quote_spanned!(here=> const { &#value })
    } else {
        quote_spanned!(here=> { static __RETRY_POLICY: #private::#ty = #value; &__RETRY_POLICY })
    }
}

fn settings(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let options = &model.options;
    let mut settings = TokenStream::new();
    for setting in [&options.base, &options.cap, &options.retry_after_cap, &options.deadline].into_iter().flatten() {
        let key = Ident::new(&setting.key.to_string(), here);
        let value = duration(&private, &setting.value);
        settings.extend(quote_spanned!(here=> .#key(#value)));
    }
    if let Some(factor) = &options.factor {
        let value = literal_or_expression(&factor.value);
        settings.extend(quote_spanned!(here=> .factor(#value)));
    }
    match options.attempts.as_ref().map(|attempts| &attempts.value) {
        Some(Attempts::Count(count)) => {
            let value = literal_or_expression(count);
            settings.extend(quote_spanned!(here=> .attempts(#value)));
        }
        Some(Attempts::Unlimited(_)) => settings.extend(quote_spanned!(here=> .unlimited_attempts())),
        None => {}
    }
    if let Some(backoff) = &options.backoff {
        let value = match &backoff.value {
            Backoff::Curve(kind) => curve(*kind).into_token_stream(),
            Backoff::Delays(delays) => {
                let delays = delays.iter().map(|delay| duration(&private, delay));
                quote_spanned!(here=> Delays(&[#(#delays),*]))
            }
            Backoff::Function(function) => quote_spanned!(here=> Function(#function)),
        };
        settings.extend(quote_spanned!(here=> .backoff(#private::Backoff::#value)));
    }
    if let Some(jitter) = &options.jitter {
        let value = self::jitter(jitter.value);
        settings.extend(quote_spanned!(here=> .jitter(#private::Jitter::#value)));
    }
    settings
}

/// The name of a curve in `Backoff`.
fn curve(curve: Curve) -> Ident {
    let name = match curve {
        Curve::Exponential => "Exponential",
        Curve::Linear => "Linear",
        Curve::Constant => "Constant",
        Curve::Fibonacci => "Fibonacci",
    };
    Ident::new(name, Span::mixed_site())
}

/// The name of a jitter in `Jitter`.
fn jitter(jitter: Jitter) -> Ident {
    let name = match jitter {
        Jitter::Full => "Full",
        Jitter::Equal => "Equal",
        Jitter::Decorrelated => "Decorrelated",
        Jitter::None => "None",
    };
    Ident::new(name, Span::mixed_site())
}

pub(super) fn duration(private: &Ident, value: &Constant<Duration>) -> TokenStream {
    match value {
        Constant::Literal(duration, _) => {
            let (seconds, nanos) = (duration.as_secs(), duration.subsec_nanos());
            quote_spanned!(Span::mixed_site()=> #private::Duration::new(#seconds, #nanos))
        }
        Constant::Expression(expression) => expression.to_token_stream(),
    }
}

fn literal_or_expression<T: ToTokens>(value: &Constant<T>) -> TokenStream {
    match value {
        Constant::Literal(value, _) => value.to_token_stream(),
        Constant::Expression(expression) => expression.to_token_stream(),
    }
}

/// Whether a value may name `Self` or a generic parameter, of the function or of the `impl` around it, which is
/// out of sight: there `T::ATTEMPTS` looks like a path that begins with a type, and `N` like a short constant.
fn may_depend_on_generics(model: &Model) -> bool {
    let expressions = model.options.expressions();
    if expressions.is_empty() {
        return false;
    }
    // What cannot be parsed here is for the compiler to read, and may depend on anything.
    let Ok(signature) = signature(&model.function.head) else { return true };
    let generics = signature.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
        GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    });
    let generics: Vec<String> = generics.collect();
    expressions.into_iter().any(|(_, expression)| mentions_generic(expression.to_token_stream(), &generics))
}

fn mentions_generic(tokens: TokenStream, generics: &[String]) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(index, token)| match token {
        TokenTree::Group(group) => mentions_generic(group.stream(), generics),
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            let qualifies = match tokens.get(index + 1) {
                Some(TokenTree::Punct(punct)) => punct.as_char() == ':',
                Some(TokenTree::Ident(next)) => next == "as",
                _ => false,
            };
            let is_type = name != "Duration" && name.starts_with(char::is_uppercase);
            name == "Self" || generics.contains(&name) || is_type && (qualifies || name.len() == 1)
        }
        _ => false,
    })
}
