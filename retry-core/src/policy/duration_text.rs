//! The durations that people write, such as `500ms` and `1min 30s`. `retry-core` and `retry-macros` hold this file with the
//! same content, so that a file of settings and the attribute accept the same texts; a test compares the two.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use core::time::Duration;

/// Why a text is not a duration.
#[derive(Debug, PartialEq)]
pub(crate) enum NoDuration {
    /// The text is a number alone.
    NoUnit(String),
    Other(String),
}

/// The sum of the parts, each a number and a unit.
pub(crate) fn read_duration(text: &str) -> Result<Duration, NoDuration> {
    let mut rest = text.trim();
    if rest.starts_with(|character: char| character.is_ascii_digit())
        && rest.chars().all(|character| character.is_ascii_digit() || character == '.')
    {
        return Err(NoDuration::NoUnit(rest.to_owned()));
    }
    let mut total = 0_u128;
    loop {
        let number = take_while(&mut rest, |character| character.is_ascii_digit() || character == '.');
        let unit = match number {
            "" => "",
            _ => {
                rest = rest.trim_start();
                take_while(&mut rest, char::is_alphabetic)
            }
        };
        if unit.is_empty() {
            return Err(NoDuration::Other(misplaced(text.trim(), number, rest)));
        }
        let nanos = nanos_of(unit).map_err(NoDuration::Other)?;
        let part = multiplied(number, nanos).map_err(NoDuration::Other)?;
        total = total.saturating_add(part);
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
    }
    let seconds = u64::try_from(total / NANOS_PER_SECOND).map_err(|_| NoDuration::Other(TOO_LARGE.to_owned()))?;
    let nanos = u32::try_from(total % NANOS_PER_SECOND).unwrap_or_default();
    Ok(Duration::new(seconds, nanos))
}

const NANOS_PER_SECOND: u128 = 1_000_000_000;
const TOO_LARGE: &str = "the number is too large, or finer than a nanosecond";

/// Takes the characters from the front of `rest` that are of this kind.
fn take_while<'a>(rest: &mut &'a str, is_wanted: fn(char) -> bool) -> &'a str {
    let end = rest.find(|character| !is_wanted(character)).unwrap_or(rest.len());
    let (taken, after) = rest.split_at_checked(end).unwrap_or((*rest, ""));
    *rest = after;
    taken
}

/// What is wrong where `number` is not followed by a unit, or is empty.
fn misplaced(text: &str, number: &str, rest: &str) -> String {
    match rest.chars().next() {
        _ if text.is_empty() => "the text is empty".to_owned(),
        _ if text.starts_with('-') => "it cannot be negative".to_owned(),
        Some(character) if number.is_empty() && character.is_alphabetic() => {
            "a number has to come before each unit".to_owned()
        }
        Some(character) => format!("`{character}` does not belong here"),
        None => format!("`{number}` has no unit"),
    }
}

fn nanos_of(unit: &str) -> Result<u128, String> {
    Ok(match unit {
        "ns" | "nsec" | "nanos" => 1,
        "us" | "µs" | "usec" => 1_000,
        "ms" | "msec" | "millis" => 1_000_000,
        "s" | "sec" | "secs" | "second" | "seconds" => NANOS_PER_SECOND,
        "m" | "min" | "mins" | "minute" | "minutes" => 60 * NANOS_PER_SECOND,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3_600 * NANOS_PER_SECOND,
        "d" | "day" | "days" => 86_400 * NANOS_PER_SECOND,
        "w" | "wk" | "wks" | "week" | "weeks" | "M" | "month" | "months" | "y" | "yr" | "yrs" | "year" | "years" => {
            return Err(format!("`{unit}` is longer than any wait should be"));
        }
        _ => return Err(format!("`{unit}` is not a unit of time")),
    })
}

/// A number with or without a fraction, times so many nanoseconds; exact, or refused.
fn multiplied(number: &str, unit: u128) -> Result<u128, String> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
        return Err(format!("`{number}` is not a number"));
    }
    let whole: u64 = whole.parse().map_err(|_| TOO_LARGE)?;
    let fraction = fraction.trim_end_matches('0');
    let mut nanos = u128::from(whole).saturating_mul(unit);
    if !fraction.is_empty() {
        // A unit of whole nanoseconds has no more than 13 places: a day is 8.64 × 10¹³ ns.
        let places = u32::try_from(fraction.len()).ok().filter(|places| *places <= 14).ok_or(TOO_LARGE)?;
        let part = fraction.parse::<u128>().map_err(|_| TOO_LARGE)?.saturating_mul(unit);
        let scale = 10_u128.pow(places);
        if part % scale != 0 {
            return Err(TOO_LARGE.to_owned());
        }
        nanos = nanos.saturating_add(part / scale);
    }
    Ok(nanos)
}
