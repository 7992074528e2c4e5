//! The text of the section "Retries".

use std::time::Duration;

use humantime::format_duration;
use quote::ToTokens;
use syn::Expr;

use crate::defaults;
use crate::options::{Limit, Options};
use crate::parse::values;
use crate::setting::{Attempts, Backoff, Constant, Curve, Jitter, Setting};

/// One paragraph.
pub(super) fn paragraph(options: &Options) -> String {
    sentence(options) + &conditions(options)
}

/// " A value is tried again unless `is_ready` accepts it. Shares the budget `BUDGET`. Each attempt asks the breaker
/// `PAYMENTS`."
fn conditions(options: &Options) -> String {
    let until = match options.until.as_ref().map(|until| &until.value) {
        _ if is_single_attempt(options) => String::new(),
        Some(path @ Expr::Path(_)) => format!(" A value is tried again unless `{}` accepts it.", source(path)),
        Some(_) => " A value is tried again unless the attribute's `until` accepts it.".to_owned(),
        None => String::new(),
    };
    let budget = options.budget.as_ref().filter(|budget| !values::is_none(&budget.value));
    let budget = budget.map(|budget| format!(" Shares the budget `{}`.", source(&budget.value)));
    let breaker = options.breaker.as_ref().filter(|breaker| !values::is_none(&breaker.value));
    let breaker = breaker.map(|breaker| format!(" Each attempt asks the breaker `{}`.", source(&breaker.value)));
    until + &budget.unwrap_or_default() + &breaker.unwrap_or_default()
}

/// "At most 6 attempts within 1m, each attempt of at most 5s, exponential backoff from 500ms by 2 up to 30s, full
/// jitter. `MyErr::is_transient` decides which errors are transient."
fn sentence(options: &Options) -> String {
    let transient = match options.transient.as_ref().map(|transient| &transient.value) {
        Some(path @ Expr::Path(_)) => format!("`{}` decides which errors are transient.", source(path)),
        Some(_) => "The attribute's predicate decides which errors are transient.".to_owned(),
        None => "The error's `Transient` implementation decides which errors are transient.".to_owned(),
    };
    if is_single_attempt(options) {
        let timeout = match options.limit() {
            Limit::Key(timeout) => format!(" of at most {}", duration(&timeout.value)),
            Limit::None | Limit::Shared(_) => String::new(),
        };
        return format!("One attempt{timeout}, never a wait.");
    }
    let elsewhere = options.policy.as_ref().map(|policy| ("policy", policy));
    match elsewhere.or(options.with.as_ref().map(|with| ("retrier", with))) {
        Some((what, Setting { value: value @ (Expr::Path(_) | Expr::Field(_)), .. })) => {
            format!("As the {what} `{}` says{}. {transient}", source(value), limits(options))
        }
        Some((what, _)) => format!("As the {what} of the attribute says{}. {transient}", limits(options)),
        None => {
            let (attempts, backoff, jitter) = (attempts(options), backoff(options), jitter(options));
            format!("{attempts}{}, {backoff}, {jitter}. {transient}", limits(options))
        }
    }
}

fn is_single_attempt(options: &Options) -> bool {
    matches!(options.attempts, Some(Setting { value: Attempts::Count(Constant::Literal(1, _)), .. }))
}

fn attempts(options: &Options) -> String {
    let count = match options.attempts.as_ref().map(|attempts| &attempts.value) {
        Some(Attempts::Count(count)) => constant(count, ToString::to_string),
        Some(Attempts::Unlimited(_)) => return "Any number of attempts".to_owned(),
        None => match options.backoff.as_ref().map(|backoff| &backoff.value) {
            Some(Backoff::Delays(delays)) => (delays.len() + 1).to_string(),
            _ => defaults::ATTEMPTS.to_string(),
        },
    };
    format!("At most {count} attempts")
}

fn limits(options: &Options) -> String {
    let mut limits = String::new();
    if let Some(Setting { value, .. }) = &options.deadline {
        limits.push_str(" within ");
        limits.push_str(&duration(value));
    }
    if let Limit::Key(Setting { value, .. }) = options.limit() {
        limits.push_str(", each attempt of at most ");
        limits.push_str(&duration(value));
    }
    limits
}

fn backoff(options: &Options) -> String {
    let or = |setting: &Option<Setting<Constant<Duration>>>, default: Duration| match setting {
        Some(setting) => duration(&setting.value),
        None => format_duration(default).to_string(),
    };
    let base = or(&options.base, defaults::BASE);
    let up_to = format!(" up to {}", or(&options.cap, defaults::CAP));
    if options.jitter.as_ref().is_some_and(|jitter| matches!(jitter.value, Jitter::Decorrelated)) {
        return format!("delays from {base}{up_to}");
    }
    match options.backoff.as_ref().map(|backoff| &backoff.value) {
        None | Some(Backoff::Curve(Curve::Exponential)) => {
            let factor = options.factor.as_ref();
            let factor = factor
                .map_or_else(|| defaults::FACTOR.to_string(), |factor| constant(&factor.value, ToString::to_string));
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

fn jitter(options: &Options) -> String {
    let name = match options.jitter.as_ref().map(|jitter| &jitter.value) {
        None | Some(Jitter::Full) => "full jitter",
        Some(Jitter::Equal) => "equal jitter",
        Some(Jitter::Share(share)) => return format!("jitter of {}", constant(share, ToString::to_string)),
        Some(Jitter::Decorrelated) => "decorrelated jitter",
        Some(Jitter::None) => "no jitter",
    };
    name.to_owned()
}

fn duration(value: &Constant<Duration>) -> String {
    constant(value, |duration| format_duration(*duration).to_string())
}

fn constant<T>(value: &Constant<T>, show: impl Fn(&T) -> String) -> String {
    match value {
        Constant::Literal(value, _) => show(value),
        Constant::Expression(expression) => format!("`{}`", source(expression)),
    }
}

/// The tokens as a person would write them, without the spaces that separate the tokens of paths and calls.
fn source(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (spaced, tight) in
        [(" :: ", "::"), (":: ", "::"), (" . ", "."), (" (", "("), ("& ", "&"), (" < ", "<"), (" >", ">")]
    {
        text = text.replace(spaced, tight);
    }
    text.replace('`', "'")
}

#[cfg(test)]
mod tests {
    /// The generated paragraph for a documented function with these options.
    fn section(options: &str) -> String {
        let item = "/// Fetches.\nasync fn f() -> Result<(), E> { Ok(()) }";
        let output = crate::attribute::attribute(options.parse().unwrap(), item.parse().unwrap()).to_string();
        let (_, section) = output.split_once("\\n # Retries\\n\\n ").expect(&output);
        section.split_once("\"]").unwrap().0.to_owned()
    }

    #[test]
    fn it_states_the_policy() {
        let own = "The error's `Transient` implementation decides which errors are transient.";
        for (options, expected) in [
            ("", "At most 6 attempts, exponential backoff from 500ms by 2 up to 30s, full jitter."),
            (
                "base = \"90s\", cap = mins(5), factor = 1.5, attempts = Self::N, jitter = \"none\"",
                "At most `Self::N` attempts, exponential backoff from 1m 30s by 1.5 up to `mins(5)`, no jitter.",
            ),
            ("backoff = \"linear\"", "At most 6 attempts, linear backoff from 500ms up to 30s, full jitter."),
            ("backoff = \"constant\"", "At most 6 attempts, constant backoff of 500ms, full jitter."),
            ("backoff = \"fibonacci\"", "At most 6 attempts, Fibonacci backoff from 500ms up to 30s, full jitter."),
            (
                "backoff = [\"1s\", LATER], jitter = \"equal\"",
                "At most 3 attempts, backoff of 1s, `LATER`, equal jitter.",
            ),
            ("backoff = my::curve", "At most 6 attempts, backoff of `my::curve` up to 30s, full jitter."),
            ("jitter = 0.2", "At most 6 attempts, exponential backoff from 500ms by 2 up to 30s, jitter of 0.2."),
            ("jitter = \"decorrelated\"", "At most 6 attempts, delays from 500ms up to 30s, decorrelated jitter."),
            ("policy = self.policy", "As the policy `self.policy` says."),
            ("policy = POLICY, timeout = \"5s\"", "As the policy `POLICY` says, each attempt of at most 5s."),
            ("with = self.retries", "As the retrier `self.retries` says."),
            ("with = retries(), timeout = None, budget = None", "As the retrier of the attribute says."),
            ("with = RETRIES, policy = POLICY", "As the policy `POLICY` says."),
            (
                "attempts = unlimited, deadline = \"90s\", timeout = self.patience",
                "Any number of attempts within 1m 30s, each attempt of at most `self.patience`, exponential backoff from 500ms by 2 up to 30s, full jitter.",
            ),
        ] {
            assert_eq!(section(options), format!("{expected} {own}"));
        }
        assert_eq!(section("attempts = 1"), "One attempt, never a wait.");
        // With one attempt no value is tried again, but the attempt has its timeout.
        let only_one = section("attempts = 1, timeout = \"5s\", until = is_ready, budget = PAYMENTS");
        assert_eq!(only_one, "One attempt of at most 5s, never a wait. Shares the budget `PAYMENTS`.");
        assert!(
            section("until = is_ready, budget = PAYMENTS")
                .ends_with(" A value is tried again unless `is_ready` accepts it. Shares the budget `PAYMENTS`.")
        );
        assert!(section("breaker = PAYMENTS").ends_with(" Each attempt asks the breaker `PAYMENTS`."));
        assert!(section("with = self.retries, breaker = None").ends_with(own));
        assert!(
            section("transient = E::is_transient").ends_with(" `E::is_transient` decides which errors are transient.")
        );
        assert!(
            section("transient = |e| e.x").ends_with(" The attribute's predicate decides which errors are transient.")
        );
    }
}
