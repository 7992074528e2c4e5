//! Durations as people write them: `"500ms"`, `"1s 500ms"`.

use std::time::Duration;

use humantime::DurationError;
use syn::{Error, Lit, Result};

/// The duration that a literal spells.
///
/// `write` puts a spelling into the code to write, such as `base = "500ms"` for `"500ms"`.
pub(crate) fn parse(literal: &Lit, write: &dyn Fn(&str) -> String) -> Result<Duration> {
    let text = match literal {
        Lit::Str(text) => text.value(),
        Lit::Int(number) => {
            return Err(Error::new_spanned(literal, unquoted(number.base10_digits(), number.suffix(), write)));
        }
        Lit::Float(number) => {
            return Err(Error::new_spanned(literal, unquoted(number.base10_digits(), number.suffix(), write)));
        }
        _ => {
            let example = write("500ms");
            return Err(Error::new_spanned(
                literal,
                format!("this is a duration: write {example}, or name a const `Duration`"),
            ));
        }
    };
    parse_text(text.trim()).map_err(|reason| Error::new(literal.span(), reason.message(&text, write)))
}

/// Whether these words are a duration but for the quotes around them.
pub(crate) fn lacks_only_quotes(words: &str) -> bool {
    parse_text(words).is_ok()
}

/// What is wrong with a number outside of quotes, such as `500`, `500ms` or `500u64`.
fn unquoted(digits: &str, suffix: &str, write: &dyn Fn(&str) -> String) -> String {
    let number = plain(digits);
    if suffix.is_empty() || is_number_type(suffix) {
        return without_unit(&number, write);
    }
    let text = format!("{number}{suffix}");
    match parse_text(&text) {
        Ok(_) => format!("a duration is a string: write {}", write(&text)),
        Err(reason) => reason.message(&text, write),
    }
}

/// The digits without an exponent, which is nothing that a duration has: `1000` for `1e3`.
fn plain(digits: &str) -> String {
    match digits.parse::<f64>() {
        Ok(number) if digits.contains(['e', 'E']) && number < 1e18 => number.to_string(),
        _ => digits.to_owned(),
    }
}

fn is_number_type(suffix: &str) -> bool {
    let (kind, bits) = suffix.split_at_checked(1).unwrap_or_default();
    matches!(kind, "i" | "u" | "f") && matches!(bits, "8" | "16" | "32" | "64" | "128" | "size")
}

fn without_unit(number: &str, write: &dyn Fn(&str) -> String) -> String {
    format!("`{number}` has no unit: write {} or {}", write(&format!("{number}ms")), write(&format!("{number}s")))
}

enum Reason {
    /// A number alone.
    NoUnit(String),
    Other(String),
}

impl Reason {
    fn message(self, text: &str, write: &dyn Fn(&str) -> String) -> String {
        match self {
            Self::NoUnit(number) => without_unit(&number, write),
            Self::Other(reason) => format!(
                "\"{text}\" is not a duration: {reason}; write a number and a unit, as in {} or {} (ns, us, ms, s, min, h)",
                write("500ms"),
                write("1s 500ms"),
            ),
        }
    }
}

/// The sum of the parts. `humantime` reads each by itself: it panics on a sum of 2⁶⁴ seconds, and reads "0" as no
/// time at all, whatever the unit.
fn parse_text(text: &str) -> std::result::Result<Duration, Reason> {
    const TOO_LARGE: &str = "the number is too large, or finer than a nanosecond";
    if text.starts_with(|character: char| character.is_ascii_digit())
        && text.chars().all(|character| character.is_ascii_digit() || character == '.')
    {
        return Err(Reason::NoUnit(text.to_owned()));
    }
    let mut total = Duration::ZERO;
    for part in parts(text) {
        let duration = humantime::parse_duration(part).map_err(|error| {
            Reason::Other(match error {
                DurationError::Empty => "the text is empty".to_owned(),
                DurationError::NumberOverflow => TOO_LARGE.to_owned(),
                DurationError::UnknownUnit { unit, value, .. } if unit.is_empty() => format!("`{value}` has no unit"),
                DurationError::UnknownUnit { unit, .. } => format!("`{unit}` is not a unit of time"),
                DurationError::InvalidCharacter(offset) => {
                    let character = part.get(offset..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
                    format!("`{character}` does not belong here")
                }
                DurationError::NumberExpected(_) if part.starts_with('-') => "it cannot be negative".to_owned(),
                DurationError::NumberExpected(_) => "a number has to come before each unit".to_owned(),
            })
        })?;
        let unit = part.trim_start_matches(|character: char| !character.is_alphabetic()).trim_end();
        if unit.starts_with(['M', 'y', 'w']) || unit.starts_with("month") {
            return Err(Reason::Other(format!("`{unit}` is longer than any wait should be")));
        }
        let has_unit = part.contains(char::is_alphabetic);
        let number = || Reason::Other(format!("`{}` has no unit", part.trim()));
        total = has_unit.then_some(total).ok_or_else(number)?;
        total = total.checked_add(duration).ok_or_else(|| Reason::Other(TOO_LARGE.to_owned()))?;
    }
    Ok(total)
}

/// Splits `1s 500ms` before each number that follows a unit. An empty text is one empty part.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut rest, mut seen_unit) = (text, false);
    for (index, character) in text.char_indices() {
        if seen_unit && character.is_ascii_digit() {
            let (part, after) = rest.split_at_checked(index - (text.len() - rest.len())).unwrap_or((rest, ""));
            parts.push(part);
            (rest, seen_unit) = (after, false);
        }
        seen_unit |= character.is_alphabetic();
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(text: &str) -> Option<Duration> {
        parse_text(text).ok()
    }

    #[test]
    fn what_people_write() {
        for (text, expected) in [
            ("500ms", Duration::from_millis(500)),
            ("1s 500ms", Duration::from_millis(1_500)),
            ("1s500ms", Duration::from_millis(1_500)),
            ("1.5s", Duration::from_millis(1_500)),
            ("2 min", Duration::from_secs(120)),
            ("1h 30min", Duration::from_secs(5_400)),
            ("0ms", Duration::ZERO),
            ("18446744073709551615s 999999999ns", Duration::MAX),
        ] {
            assert_eq!(parsed(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration() {
        for text in [
            "",
            "s",
            "1",
            "0",
            ".",
            "1s 500",
            "1s 0",
            "-1s",
            "1,5s",
            "0.5ns",
            "1 parsec",
            "1M",
            "2 weeks",
            "1y",
            "99999999999999999999s",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    /// humantime 2.4 carries a nanosecond too late there.
    #[test]
    fn more_seconds_than_there_are_is_an_error_and_no_panic() {
        assert_eq!(parsed("18446744073709551615s 1000ms"), None);
        assert_eq!(parsed("18446744073709551600s 15s 1s"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "([0-9.]{0,22} ?(ns|us|µs|ms|s|min|h|y|x)? ?){0,3}", noise in ".{0,12}") {
            let _ = parsed(&text);
            let _ = parsed(&noise);
        }
    }
}
