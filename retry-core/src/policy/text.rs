//! Jitter and curves as text, and back: the text that a file of settings has.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use super::duration_text::{NoDuration, read_duration};
use super::{Backoff, DelayList, Jitter};

/// Why a text is not a [`Jitter`] or a [`Backoff`]. The message says what to write instead.
///
/// ```
/// use retry_core::Jitter;
///
/// let error = "ful".parse::<Jitter>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"ful\" is not a jitter: write full, equal, decorrelated, none, or a share from 0 to 1 such as 0.2"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(String);

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ParseError {}

/// The name, or the share as a number. [`FromStr`] reads it again.
///
/// ```
/// use retry_core::Jitter;
///
/// assert_eq!(Jitter::Equal.to_string(), "equal");
/// assert_eq!(Jitter::Share(0.2).to_string(), "0.2");
/// ```
impl fmt::Display for Jitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("full"),
            Self::Equal => f.write_str("equal"),
            Self::Share(share) => write!(f, "{share}"),
            Self::Decorrelated => f.write_str("decorrelated"),
            Self::None => f.write_str("none"),
        }
    }
}

/// Reads `full`, `equal`, `decorrelated`, `none`, or a share from 0 to 1 such as `0.2`.
///
/// ```
/// use retry_core::Jitter;
///
/// assert_eq!("decorrelated".parse(), Ok(Jitter::Decorrelated));
/// assert_eq!("0.2".parse(), Ok(Jitter::Share(0.2)));
/// assert!("20".parse::<Jitter>().is_err());
/// ```
impl FromStr for Jitter {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(match text.trim() {
            "full" => Self::Full,
            "equal" => Self::Equal,
            "decorrelated" => Self::Decorrelated,
            "none" => Self::None,
            text => match text.parse::<f64>() {
                Ok(share) if (0.0..=1.0).contains(&share) => Self::Share(share),
                Ok(_) => {
                    return Err(ParseError(format!(
                        "{text} is not a jitter: a share of the ceiling is a number from 0 to 1, so write 0.2 for delays from 80 % of it"
                    )));
                }
                Err(_) => {
                    return Err(ParseError(format!(
                        "{text:?} is not a jitter: write full, equal, decorrelated, none, or a share from 0 to 1 such as 0.2"
                    )));
                }
            },
        })
    }
}

/// The name of the curve, or the delays of a list with commas between them. [`FromStr`] reads the text again. A
/// function of the attempt shows as `function`, which `FromStr` refuses.
///
/// ```
/// use std::time::Duration;
/// use retry_core::Backoff;
///
/// assert_eq!(Backoff::Fibonacci.to_string(), "fibonacci");
/// let list = Backoff::Delays(const { &[Duration::from_millis(100), Duration::from_secs(90)] });
/// assert_eq!(list.to_string(), "100ms, 1min 30s");
/// ```
impl fmt::Display for Backoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exponential => f.write_str("exponential"),
            Self::Linear => f.write_str("linear"),
            Self::Constant => f.write_str("constant"),
            Self::Fibonacci => f.write_str("fibonacci"),
            Self::Function(_) => f.write_str("function"),
            Self::Delays(_) | Self::List(_) => {
                for (index, delay) in
                    (0..self.listed().unwrap_or_default()).filter_map(|index| self.delay(index)).enumerate()
                {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{}", Exact(delay))?;
                }
                Ok(())
            }
        }
    }
}

/// Reads `exponential`, `linear`, `constant`, `fibonacci`, or a list of delays such as `100ms, 1s`. A list obeys the
/// limits of [`DelayList`].
///
/// ```
/// use std::time::Duration;
/// use retry_core::Backoff;
///
/// assert_eq!("linear".parse(), Ok(Backoff::Linear));
/// assert_eq!("100ms, 1s".parse(), Ok(Backoff::Delays(const { &[Duration::from_millis(100), Duration::from_secs(1)] })));
/// assert!("function".parse::<Backoff>().is_err());
/// ```
impl FromStr for Backoff {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(match text.trim() {
            "exponential" => Self::Exponential,
            "linear" => Self::Linear,
            "constant" => Self::Constant,
            "fibonacci" => Self::Fibonacci,
            "function" => {
                return Err(ParseError(
                    "a function of the attempt has no text: it can only be set in the program".to_owned(),
                ));
            }
            text if text.starts_with(|character: char| character.is_ascii_digit()) => {
                let delays: Result<Vec<Duration>, ParseError> = text.split(',').map(parse_duration).collect();
                Self::List(DelayList::try_new(&delays?).map_err(|error| ParseError(error.to_string()))?)
            }
            text => {
                return Err(ParseError(format!(
                    "{text:?} is not a curve: write exponential, linear, constant, fibonacci, or a list of delays such as 100ms, 1s"
                )));
            }
        })
    }
}

/// Reads a duration such as `500ms` or `1min 30s`, as the attribute does.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, ParseError> {
    read_duration(text).map_err(|reason| {
        ParseError(match reason {
            NoDuration::NoUnit(number) => format!("{number} has no unit: write {number}ms or {number}s"),
            NoDuration::Other(reason) => format!(
                "{text:?} is not a duration: {reason}; write a number and a unit, as in 500ms or 1min 30s (ns, us, ms, s, min, h)"
            ),
        })
    })
}

/// Shows a duration to the nanosecond, in the form that [`parse_duration`] reads: `500ms`, `1h 1.5s`.
pub(crate) struct Exact(pub(crate) Duration);

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes) = (seconds / 3_600, seconds % 3_600 / 60);
        let rest = Duration::new(seconds % 60, self.0.subsec_nanos());
        let mut space = "";
        for (number, unit) in [(hours, "h"), (minutes, "min")] {
            if number > 0 {
                write!(f, "{space}{number}{unit}")?;
                space = " ";
            }
        }
        if rest.is_zero() && seconds > 0 { Ok(()) } else { write!(f, "{space}{rest:?}") }
    }
}
