//! From a raw value of a file or a variable to the value of a key.

use core::time::Duration;

use super::key::Key;
use crate::policy::parse_duration;
use crate::{Backoff, DelayList, Jitter, ParseError, RetryBudget};

/// A value as it is written in a file or a variable.
#[derive(Debug)]
pub(super) enum Raw {
    Text(String),
    /// A number, as Rust prints it.
    Number(String),
    Boolean(bool),
    Null,
    List(Vec<Raw>),
    Table(Vec<(String, Raw)>),
}

/// A value that its key allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Duration(Duration),
    Number(f64),
    Count(u32),
    Unlimited,
    Backoff(Backoff),
    Jitter(Jitter),
    /// Removes the value of a lower layer.
    None,
}

/// Reads the value of a key. The error says what is wrong with the value and what to write.
pub(super) fn read(key: Key, raw: &Raw) -> Result<Value, String> {
    match key {
        Key::Base | Key::Cap | Key::RetryAfterCap if is_none(raw) => {
            Err("none is not possible here: write a duration such as 500ms, or leave the key out for the default"
                .to_owned())
        }
        Key::Base | Key::Cap | Key::RetryAfterCap => duration(raw, "a duration such as 500ms").map(Value::Duration),
        Key::Deadline | Key::Timeout | Key::Budget if is_none(raw) => Ok(Value::None),
        Key::Deadline | Key::Timeout => match duration(raw, "a duration such as 5s, or none")? {
            Duration::ZERO => Err("a time of zero would end every call: write a longer time, or none".to_owned()),
            duration => Ok(Value::Duration(duration)),
        },
        Key::Factor => {
            number(raw).filter(|factor| factor.is_finite() && *factor >= 1.0).map(Value::Number).ok_or_else(|| {
                format!("{} is not a number of at least 1, and delays never shrink: write 2, or 1.5", shown(raw))
            })
        }
        Key::Backoff => backoff(raw).map(Value::Backoff),
        Key::Jitter => match text(raw) {
            Some(text) => text.parse().map(Value::Jitter).map_err(|error: ParseError| error.to_string()),
            None => Err(format!(
                "{} is not a jitter: write full, equal, decorrelated, none, or a share from 0 to 1 such as 0.2",
                shown(raw)
            )),
        },
        Key::Attempts => match text(raw) {
            Some("unlimited") => Ok(Value::Unlimited),
            Some("0") => Err("0 attempts would make no call at all: write 1 for a single attempt".to_owned()),
            text => text.and_then(|text| text.parse().ok()).map(Value::Count).ok_or_else(|| {
                format!(
                    "{} is not a whole number from 1 to 4,294,967,295: write 6, or unlimited beside a deadline",
                    shown(raw)
                )
            }),
        },
        Key::Budget => Err(format!("{} is not a budget: write none, or set its tokens and its deposit", shown(raw))),
        Key::BudgetTokens => match text(raw).and_then(|text| text.parse().ok()) {
            Some(tokens) => match RetryBudget::try_new(tokens, 0.0) {
                Ok(_) => Ok(Value::Count(tokens)),
                Err(error) => Err(error.to_string()),
            },
            None => Err(format!("{} is not a whole number of tokens: write 100", shown(raw))),
        },
        Key::BudgetDeposit => match number(raw) {
            Some(deposit) => match RetryBudget::try_new(1, deposit) {
                Ok(_) => Ok(Value::Number(deposit)),
                Err(error) => Err(error.to_string()),
            },
            None => Err(format!("{} is not a number of tokens: write 0.1", shown(raw))),
        },
    }
}

fn backoff(raw: &Raw) -> Result<Backoff, String> {
    match raw {
        Raw::List(items) => list(items),
        // A variable has a list as text with commas, and a single delay as text that begins with a digit.
        Raw::Text(text) if text.trim_start().starts_with(|character: char| character.is_ascii_digit()) => {
            let items: Vec<Raw> = text.split(',').map(|item| Raw::Text(item.trim().to_owned())).collect();
            list(&items)
        }
        Raw::Text(text) => text.parse().map_err(|error: ParseError| error.to_string()),
        raw => Err(format!(
            "{} is not a curve: write exponential, linear, constant, fibonacci, or a list of delays such as 100ms, 1s",
            shown(raw)
        )),
    }
}

fn list(items: &[Raw]) -> Result<Backoff, String> {
    match items.len() {
        0 => return Err("the list is empty: write at least one delay, such as 100ms".to_owned()),
        count if count > DelayList::MAX => {
            return Err(format!(
                "{count} delays are too many: write at most {}, the last of which repeats",
                DelayList::MAX
            ));
        }
        _ => {}
    }
    let mut delays = Vec::new();
    for item in items {
        let delay = duration(item, "a duration such as 500ms")?;
        if DelayList::try_new(&[delay]).is_err() {
            return Err(format!("{} has more than eight digits: write fewer", shown(item)));
        }
        delays.push(delay);
    }
    DelayList::try_new(&delays).map(Backoff::List).map_err(|error| error.to_string())
}

fn duration(raw: &Raw, wanted: &str) -> Result<Duration, String> {
    match text(raw) {
        Some(text) => parse_duration(text).map_err(|error| error.to_string()),
        None => Err(format!("{} is not a duration: write {wanted}", shown(raw))),
    }
}

fn number(raw: &Raw) -> Option<f64> {
    text(raw)?.parse().ok()
}

/// The text or the digits of a value. A variable has numbers as text, so a number may be text in a file too.
fn text(raw: &Raw) -> Option<&str> {
    match raw {
        Raw::Text(text) | Raw::Number(text) => Some(text.trim()),
        _ => None,
    }
}

fn is_none(raw: &Raw) -> bool {
    matches!(raw, Raw::Null) || text(raw) == Some("none")
}

/// The value as a message shows it.
fn shown(raw: &Raw) -> String {
    match raw {
        Raw::Text(text) => format!("{text:?}"),
        Raw::Number(number) => number.clone(),
        Raw::Boolean(flag) => flag.to_string(),
        Raw::Null => "null".to_owned(),
        Raw::List(_) => "a list".to_owned(),
        Raw::Table(_) => "a table".to_owned(),
    }
}
