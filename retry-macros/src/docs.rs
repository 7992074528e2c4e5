//! The "Retries" section in the documentation of an annotated function.

use humantime::format_duration;
use quote::ToTokens;
use syn::{Expr, ExprPath, Meta};

use crate::model::{Attempts, Backoff, Constant, Curve, Jitter, Model, Options};

/// The section, for a function that is documented at all: on any other it would silence `missing_docs`.
pub(crate) fn retries_section(model: &Model) -> Option<String> {
    let documented = model.function.outer_attributes.iter().any(|attribute| match &attribute.meta {
        Meta::NameValue(meta) => meta.path.is_ident("doc"),
        _ => false,
    });
    documented.then(|| format!("\n # Retries\n\n {}", sentence(&model.options)))
}

/// "At most 6 attempts, exponential backoff from 500ms by 2 up to 30s, full jitter. Transient is what
/// `MyErr::is_transient` says."
fn sentence(options: &Options) -> String {
    let transient = match options.transient.as_ref().map(|transient| &transient.value) {
        Some(path @ Expr::Path(_)) => format!("Transient is what `{}` says.", source(path)),
        Some(_) => "Transient is what the predicate of the attribute says.".to_owned(),
        None => "Transient is what the error's own `Transient` implementation says.".to_owned(),
    };
    match &options.policy {
        Some(policy) => format!("As the policy `{}` says. {transient}", source(&policy.value)),
        None => format!("{}, {}, {}. {transient}", attempts(options), backoff(options), jitter(options)),
    }
}

fn attempts(options: &Options) -> String {
    let count = match options.attempts.as_ref().map(|attempts| &attempts.value) {
        Some(Attempts::Count(Constant::Literal(1, _))) => return "One attempt".to_owned(),
        Some(Attempts::Count(count)) => constant(count, ToString::to_string),
        Some(Attempts::Unlimited(ExprPath { .. })) => return "Attempts without limit".to_owned(),
        None => match options.backoff.as_ref().map(|backoff| &backoff.value) {
            Some(Backoff::Delays(delays)) => (delays.len() + 1).to_string(),
            _ => "6".to_owned(),
        },
    };
    format!("At most {count} attempts")
}

fn backoff(options: &Options) -> String {
    let base = options.base.as_ref().map_or_else(|| "500ms".to_owned(), |base| duration(&base.value));
    let cap = options.cap.as_ref().map(|cap| duration(&cap.value));
    let up_to = format!(" up to {}", cap.as_deref().unwrap_or("30s"));
    if options.jitter.as_ref().is_some_and(|jitter| jitter.value == Jitter::Decorrelated) {
        return format!("delays from {base}{up_to}");
    }
    match options.backoff.as_ref().map(|backoff| &backoff.value) {
        None | Some(Backoff::Curve(Curve::Exponential)) => {
            let factor = options.factor.as_ref();
            let factor = factor.map_or_else(|| "2".to_owned(), |factor| constant(&factor.value, ToString::to_string));
            format!("exponential backoff from {base} by {factor}{up_to}")
        }
        Some(Backoff::Curve(Curve::Linear)) => format!("linear backoff from {base}{up_to}"),
        Some(Backoff::Curve(Curve::Fibonacci)) => format!("Fibonacci backoff from {base}{up_to}"),
        Some(Backoff::Curve(Curve::Constant)) => format!("constant backoff of {base}"),
        Some(Backoff::Delays(delays)) => {
            let delays: Vec<String> = delays.iter().map(duration).collect();
            format!("backoff of {}", delays.join(", "))
        }
        Some(Backoff::Function(path @ Expr::Path(_))) => format!("backoff of `{}`{up_to}", source(path)),
        Some(Backoff::Function(_)) => format!("backoff of a function of the attempt{up_to}"),
    }
}

fn jitter(options: &Options) -> &'static str {
    match options.jitter.as_ref().map(|jitter| jitter.value) {
        None | Some(Jitter::Full) => "full jitter",
        Some(Jitter::Equal) => "equal jitter",
        Some(Jitter::Decorrelated) => "decorrelated jitter",
        Some(Jitter::None) => "no jitter",
    }
}

fn duration(value: &Constant<std::time::Duration>) -> String {
    constant(value, |duration| format_duration(*duration).to_string())
}

fn constant<T>(value: &Constant<T>, show: impl Fn(&T) -> String) -> String {
    match value {
        Constant::Literal(value, _) => show(value),
        Constant::Expression(expression) => format!("`{}`", source(expression)),
    }
}

/// The tokens as they would be written: the spaces that separate tokens taken out of paths and calls.
fn source(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (spaced, tight) in
        [(" :: ", "::"), (":: ", "::"), (" . ", "."), (" (", "("), ("& ", "&"), (" < ", "<"), (" >", ">")]
    {
        text = text.replace(spaced, tight);
    }
    text.replace('`', "'")
}
