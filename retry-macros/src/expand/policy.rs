//! The policy of a call: a static made of the attribute's constants, or what `policy = …` brings.

use std::time::Duration;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::GenericParam;
use syn::spanned::Spanned as _;

use super::private_at;
use crate::model::{Attempts, Backoff, Constant, Curve, Jitter, Model, Setting};

/// ```text
/// output: { static __RETRY_POLICY: RetryPolicy = build(RetryPolicy::builder().<settings>); &__RETRY_POLICY }
/// ```
///
/// A static is evaluated by `cargo check`, so that an impossible constant is seen before anything is built. It
/// cannot use `Self` or the function's generics; a constant that does is evaluated when the function is compiled
/// for its types: `const { &build(RetryPolicy::builder().<settings>) }`.
pub(super) fn policy(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(model, here);
    let options = &model.options;
    if let Some(Setting { value, .. }) = &options.policy {
        let at_value = here.located_at(value.span());
        let private = private_at(model, at_value);
        return quote_spanned!(at_value=> #private::policy(#value));
    }
    let settings = settings(model);
    // What only the compiler can evaluate it also has to blame: on the first such value's key.
    let blamed = constant_keys(model).first().map_or(here, |key| here.located_at(key.span()));
    let build = private_at(model, blamed);
    let policy = quote_spanned!(blamed=> #build::build(#private::RetryPolicy::builder() #settings));
    if depends_on_generics(model, &settings) {
        quote_spanned!(here=> const { &#policy })
    } else {
        quote_spanned!(here=> { static __RETRY_POLICY: #private::RetryPolicy = #policy; &__RETRY_POLICY })
    }
}

fn settings(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(model, here);
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

fn duration(private: &TokenStream, value: &Constant<Duration>) -> TokenStream {
    match value {
        Constant::Literal(duration, _) => {
            let (seconds, nanos) = (duration.as_secs(), duration.subsec_nanos());
            quote_spanned!(Span::mixed_site()=> #private::Duration::new(#seconds, #nanos))
        }
        Constant::Expression(expression) => expression.to_token_stream(),
    }
}

fn constant<T: ToTokens>(value: &Constant<T>) -> TokenStream {
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
