//! Durations as people write them: `"500ms"`, `"1s 500ms"`.

use std::time::Duration;

use syn::{Error, Lit, Result};

use crate::duration_text::{NoDuration, read_duration};

/// Reads the duration in a literal.
///
/// For a message, `write` turns the text of a duration into the code to write: `500ms` into `base = "500ms"`.
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
    read_duration(&text).map_err(|reason| Error::new(literal.span(), message(reason, &text, write)))
}

/// Whether these words would be a duration in quotes.
pub(crate) fn lacks_only_quotes(words: &str) -> bool {
    read_duration(words).is_ok()
}

/// What is wrong with a number outside of quotes, such as `500`, `500ms` or `500u64`.
fn unquoted(digits: &str, suffix: &str, write: &dyn Fn(&str) -> String) -> String {
    let number = plain(digits);
    if suffix.is_empty() || is_number_type(suffix) {
        return without_unit(&number, write);
    }
    let text = format!("{number}{suffix}");
    match read_duration(&text) {
        Ok(_) => format!("a duration is a string: write {}", write(&text)),
        Err(reason) => message(reason, &text, write),
    }
}

/// The number without an exponent, which a duration cannot have: `1000` for `1e3`.
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

fn message(reason: NoDuration, text: &str, write: &dyn Fn(&str) -> String) -> String {
    match reason {
        NoDuration::NoUnit(number) => without_unit(&number, write),
        NoDuration::Other(reason) => format!(
            "\"{text}\" is not a duration: {reason}; write a number and a unit, as in {} or {} (ns, us, ms, s, min, h)",
            write("500ms"),
            write("1s 500ms"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::duration_text::{NoDuration, read_duration};

    #[test]
    fn a_duration_is_the_sum_of_its_parts() {
        let (micro, minute, day) = (Duration::from_micros(1), Duration::from_secs(60), Duration::from_secs(86_400));
        for (text, duration) in [
            ("1ns", Duration::from_nanos(1)),
            ("1.5us", micro + micro / 2),
            ("2µs", micro * 2),
            ("3 ms", micro * 3_000),
            ("0.25s", micro * 250_000),
            ("1m 30s", minute * 3 / 2),
            ("2min", minute * 2),
            ("1.5h", minute * 90),
            ("1d", day),
            ("2days 1ns", day * 2 + Duration::from_nanos(1)),
        ] {
            assert_eq!(read_duration(text), Ok(duration), "{text}");
        }
        for (text, reason) in [
            ("", "the text is empty"),
            ("-1s", "it cannot be negative"),
            ("fast", "a number has to come before each unit"),
            ("1s ?", "`?` does not belong here"),
            ("1 ?", "`?` does not belong here"),
            ("1s 5", "`5` has no unit"),
            ("1w", "`w` is longer than any wait should be"),
            ("1x", "`x` is not a unit of time"),
            (".5s", "`.5` is not a number"),
            ("5.s", "`5.` is not a number"),
            ("1.2.3s", "`1.2.3` is not a number"),
            ("0.5ns", "the number is too large, or finer than a nanosecond"),
        ] {
            assert_eq!(read_duration(text), Err(NoDuration::Other(reason.to_owned())), "{text}");
        }
    }

    /// Files of settings and the attribute accept the same durations.
    #[test]
    fn both_crates_read_the_same_texts() {
        assert_eq!(include_str!("duration_text.rs"), include_str!("../../retry-core/src/policy/duration_text.rs"));
    }
}
