//! Durations as people write them: `"500ms"`, `"1s 500ms"`.

use std::time::Duration;

use humantime::DurationError;
use syn::{Error, Lit, LitStr, Result};

/// The duration that a literal spells.
pub(crate) fn parse(key: &str, literal: &Lit) -> Result<Duration> {
    match literal {
        Lit::Str(text) => parse_text(key, text),
        Lit::Int(number) => Err(Error::new_spanned(literal, without_unit(key, number.base10_digits()))),
        Lit::Float(number) => Err(Error::new_spanned(literal, without_unit(key, number.base10_digits()))),
        _ => Err(Error::new_spanned(
            literal,
            format!("`{key}` is a duration: write `{key} = \"500ms\"`, or name a const `Duration`"),
        )),
    }
}

fn without_unit(key: &str, number: &str) -> String {
    format!("`{number}` has no unit: write `{key} = \"{number}ms\"` or `{key} = \"{number}s\"`")
}

fn parse_text(key: &str, literal: &LitStr) -> Result<Duration> {
    let text = literal.value();
    let trimmed = text.trim();
    // `humantime` reads "0" as no time at all, whatever the unit.
    if !trimmed.is_empty() && trimmed.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return Err(Error::new(literal.span(), without_unit(key, trimmed)));
    }
    humantime::parse_duration(trimmed).map_err(|error| {
        let reason = match error {
            DurationError::Empty => "the text is empty".to_owned(),
            DurationError::NumberOverflow => {
                "the number is too large, or finer than a nanosecond".to_owned()
            }
            DurationError::UnknownUnit { unit, value, .. } if unit.is_empty() => format!("`{value}` has no unit"),
            DurationError::UnknownUnit { unit, .. } => format!("`{unit}` is not a unit of time"),
            DurationError::InvalidCharacter(offset) => {
                let character = trimmed.get(offset..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
                format!("`{character}` does not belong here")
            }
            DurationError::NumberExpected(_) if trimmed.starts_with('-') => "it cannot be negative".to_owned(),
            DurationError::NumberExpected(_) => "a number has to come before each unit".to_owned(),
        };
        Error::new(
            literal.span(),
            format!(
                "\"{text}\" is not a duration: {reason}; write a number and a unit, as in `{key} = \"500ms\"` or `{key} = \"1s 500ms\"` (ns, us, ms, s, min, h)"
            ),
        )
    })
}
