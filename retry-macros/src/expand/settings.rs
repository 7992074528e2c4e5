//! The settings of a call: its name, and its policy, which is made of the attribute's constants or comes from `policy`
//! or `with`.

use std::time::Duration;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::GenericParam;

use super::{at_value, private_at};
use crate::defaults;
use crate::model::Model;
use crate::options::Options;
use crate::parse::head::signature;
use crate::setting::{Attempts, Backoff, Constant, Curve, Jitter, Setting};

/// The settings as the rest of the expansion uses them.
pub(super) struct Settings {
    /// The line before the loop, if there is one.
    pub binding: Option<TokenStream>,
    /// A reference to the settings, which the expansion writes wherever it needs one.
    pub reference: TokenStream,
}

/// If the macro can read all numbers, they become a constant of the program:
///
/// ```text
/// output: &Settings::Literals { name: <name>, base: 500000000u64, cap: 30000000000u64, attempts: 6u32 }
/// ```
///
/// If the compiler has to evaluate one of them, or if other keys of the schedule are set, the settings are a static.
/// `cargo check` evaluates statics, so it reports an impossible constant:
///
/// ```text
/// output: { static __RETRY_SETTINGS: Settings = Settings::Policy { name: <name>, policy: <policy> }; &__RETRY_SETTINGS
/// }
/// ```
///
/// A static cannot use `Self` or generics. Constants that may use them are in a `const` block, which the compiler
/// evaluates for each type of the function: `const { &Settings::Policy { … } }`.
///
/// The future holds none of these. If the step is not the only one to need a static, a closure without captures gives
/// it: `let __retry_settings = || <static>;`.
///
/// The value of `policy = …` is evaluated once, and the future holds it: `let __retry_settings = Settings::Policy {
/// name: <name>, policy: policy(<value>) };`. The policy of `with = …` is borrowed: `&lent_settings(__retry_with,
/// <name>)`.
pub(super) fn settings(model: &Model) -> Settings {
    let here = Span::mixed_site();
    let private = private_at(here);
    let name = name(model);
    if let Some(Setting { value, .. }) = &model.options.policy {
        let (at, at_private, value) = at_value(model, value);
        let policy = quote_spanned!(at=> #at_private::policy(#value));
        return Settings {
            binding: Some(quote_spanned! {here=>
                let __retry_settings = #private::Settings::Policy { name: #name, policy: #policy };
            }),
            reference: quote_spanned!(here=> &__retry_settings),
        };
    }
    if model.options.with.is_some() {
        let reference = quote_spanned!(here=> &#private::lent_settings(__retry_with, #name));
        return Settings { binding: None, reference };
    }
    if let Some((base, cap, attempts)) = literals(&model.options) {
        let reference = quote_spanned! {here=>
            &#private::Settings::Literals { name: #name, base: #base, cap: #cap, attempts: #attempts }
        };
        return Settings { binding: None, reference };
    }
    let policy = build(model);
    let settings = quote_spanned!(here=> #private::Settings::Policy { name: #name, policy: #policy });
    let constant = if may_depend_on_generics(model) {
        quote_spanned!(here=> const { &#settings })
    } else {
        quote_spanned!(here=> { static __RETRY_SETTINGS: #private::Settings = #settings; &__RETRY_SETTINGS })
    };
    if model.options.context.is_some() || !model.options.limit().is_none() {
        Settings {
            binding: Some(quote_spanned!(here=> let __retry_settings = || #constant;)),
            reference: quote_spanned!(here=> __retry_settings()),
        }
    } else {
        Settings { binding: None, reference: constant }
    }
}

/// The name of the call in events: `Name::Given(<name>)`, or `Name::Around(type_name::<__RetryName>)`.
fn name(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    match &model.options.name {
        Some(Setting { value, .. }) => quote_spanned!(here=> #private::Name::Given(#value)),
        None => quote_spanned!(here=> #private::Name::Around(#private::type_name::<__RetryName>)),
    }
}

/// `struct __RetryName;`. The name of this type begins with the path of the function around it. It has no generics, so
/// the function has one name for all types that it is compiled for. No other item costs the compiler less.
pub(super) fn name_item(model: &Model) -> Option<TokenStream> {
    model.options.name.is_none().then(|| quote_spanned!(Span::mixed_site()=> struct __RetryName;))
}

/// Base, cap and attempts of the policy, if the macro can read them and everything else has its default.
fn literals(options: &Options) -> Option<(u64, u64, u32)> {
    fn nanos(setting: Option<&Setting<Constant<Duration>>>, default: Duration) -> Option<u64> {
        let duration = setting.map_or(Some(&default), |setting| setting.value.literal())?;
        // Nanoseconds in 64 bits are enough for five centuries.
        u64::try_from(duration.as_nanos()).ok()
    }
    let Options {
        base,
        cap,
        attempts,
        // These would be lost.
        factor: None,
        backoff: None,
        jitter: None,
        deadline: None,
        retry_after_cap: None,
        policy: None,
        with: None,
        // These are no part of the policy.
        keys: _,
        timeout: _,
        timed_out: _,
        transient: _,
        until: _,
        budget: _,
        stop: _,
        breaker: _,
        breaker_open: _,
        on_retry: _,
        on_give_up: _,
        report: _,
        name: _,
        context: _,
        trace_error: _,
        rng: _,
        clock: _,
        sleep: _,
        blocking: _,
        nested: _,
        krate: _,
    } = options
    else {
        return None;
    };
    let attempts = match attempts {
        Some(Setting { value: Attempts::Count(Constant::Literal(attempts, _)), .. }) => *attempts,
        Some(_) => return None,
        None => defaults::ATTEMPTS,
    };
    Some((nanos(base.as_ref(), defaults::BASE)?, nanos(cap.as_ref(), defaults::CAP)?, attempts))
}

/// `build(<builder>)`
fn build(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let builder = builder(model);
    // The compiler reports an impossible constant here: at the key of the constant, if there is only one.
    let blamed = match model.options.expressions().as_slice() {
        [(key, _)] => here.located_at(key.span()),
        _ => here,
    };
    let build = private_at(blamed);
    quote_spanned!(blamed=> #build::build(#builder))
}

/// `RetryPolicyBuilder::attempts(RetryPolicyBuilder::base(RetryPolicy::builder(), <base>), <attempts>)`
fn builder(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let Options { base, cap, factor, backoff, jitter, attempts, deadline, retry_after_cap, .. } = &model.options;
    let mut builder = quote_spanned!(here=> #private::RetryPolicy::builder());
    let mut set = |method: &str, value: TokenStream| {
        let method = Ident::new(method, here);
        builder = quote_spanned!(here=> #private::RetryPolicyBuilder::#method(#builder, #value));
    };
    let durations = [("base", base), ("cap", cap), ("retry_after_cap", retry_after_cap), ("deadline", deadline)];
    for (method, setting) in durations {
        if let Some(setting) = setting {
            set(method, duration(&private, &setting.value));
        }
    }
    if let Some(factor) = factor {
        set("factor", literal_or_expression(&factor.value));
    }
    match attempts.as_ref().map(|attempts| &attempts.value) {
        Some(Attempts::Count(count)) => set("attempts", literal_or_expression(count)),
        Some(Attempts::Unlimited(_)) => set("unlimited_attempts", TokenStream::new()),
        None => {}
    }
    if let Some(backoff) = backoff {
        let value = match &backoff.value {
            Backoff::Curve(kind) => curve(*kind).into_token_stream(),
            Backoff::Delays(delays) => {
                let delays = delays.iter().map(|delay| duration(&private, delay));
                quote_spanned!(here=> Delays(&[#(#delays),*]))
            }
            Backoff::Function(function) => quote_spanned!(here=> Function(#function)),
        };
        set("backoff", quote_spanned!(here=> #private::Backoff::#value));
    }
    if let Some(jitter) = jitter {
        let value = jitter_value(&jitter.value);
        set("jitter", quote_spanned!(here=> #private::Jitter::#value));
    }
    builder
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

/// The jitter as it is written after `Jitter::`.
fn jitter_value(jitter: &Jitter) -> TokenStream {
    let name = match jitter {
        Jitter::Full => "Full",
        Jitter::Equal => "Equal",
        Jitter::Share(share) => {
            let share = literal_or_expression(share);
            return quote_spanned!(Span::mixed_site()=> Share(#share));
        }
        Jitter::Decorrelated => "Decorrelated",
        Jitter::None => "None",
    };
    Ident::new(name, Span::mixed_site()).into_token_stream()
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

/// Whether a value may name `Self` or a generic parameter, of the function or of the `impl` around it. The macro does
/// not see the `impl`, so every path that begins with a type may be such as `T::ATTEMPTS`, and every name of one letter
/// may be such as `N`.
fn may_depend_on_generics(model: &Model) -> bool {
    let expressions = model.options.expressions();
    if expressions.is_empty() {
        return false;
    }
    // A signature that syn cannot parse may have any generics.
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
