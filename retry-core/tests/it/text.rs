//! Jitter, curves and durations, printed and read again.

use std::time::Duration;

use proptest::prelude::*;
use retry_core::{Backoff, Jitter};

use crate::support::policies::{backoff, config, jitter};

fn listed(text: &str) -> Option<Duration> {
    match text.parse::<Backoff>() {
        Ok(Backoff::List(list)) => list.iter().next(),
        _ => None,
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn every_jitter_comes_back_from_its_text(jitter in jitter()) {
        prop_assert_eq!(jitter.to_string().parse(), Ok(jitter));
    }

    #[test]
    fn every_curve_but_a_function_comes_back_from_its_text(backoff in backoff()) {
        match backoff {
            Backoff::Function(_) => prop_assert!(backoff.to_string().parse::<Backoff>().is_err()),
            // The longest time has more digits than a list made at run time keeps.
            Backoff::Delays([Duration::MAX, ..]) => prop_assert!(backoff.to_string().parse::<Backoff>().is_err()),
            _ => prop_assert_eq!(backoff.to_string().parse(), Ok(backoff)),
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in "([0-9.]{0,22} ?(ns|us|µs|ms|s|min|h|d|y|x)? ?,? ?){0,3}",
        noise in "\\PC{0,12}",
    ) {
        for text in [text, noise] {
            let _ = text.parse::<Jitter>().map_err(|error| error.to_string());
            let _ = text.parse::<Backoff>().map_err(|error| error.to_string());
        }
    }
}

#[test]
fn what_people_write() {
    for (text, expected) in [
        ("500ms", Duration::from_millis(500)),
        ("1s 500ms", Duration::from_millis(1_500)),
        ("1s500ms", Duration::from_millis(1_500)),
        ("1.5s", Duration::from_millis(1_500)),
        ("1.50s", Duration::from_millis(1_500)),
        ("2 min", Duration::from_secs(120)),
        ("1h 30min", Duration::from_secs(5_400)),
        ("0.5d", Duration::from_secs(43_200)),
        ("0ms", Duration::ZERO),
        ("3µs", Duration::from_micros(3)),
    ] {
        assert_eq!(listed(text), Some(expected), "{text}");
    }
}

#[test]
fn what_is_no_duration() {
    for (text, why) in [
        ("1", "1 has no unit: write 1ms or 1s"),
        ("0", "0 has no unit: write 0ms or 0s"),
        ("1s 500", "`500` has no unit"),
        ("1s, ", "the text is empty"),
        ("1s, -1s", "it cannot be negative"),
        ("1s .", "`.` has no unit"),
        ("1s _", "`_` does not belong here"),
        ("1s s", "a number has to come before each unit"),
        ("1.s", "`1.` is not a number"),
        ("1.2.3s", "`1.2.3` is not a number"),
        ("1_000ms", "`_` does not belong here"),
        ("0.5ns", "too large, or finer than a nanosecond"),
        ("0.12345678901234567890s", "too large, or finer than a nanosecond"),
        ("1 parsec", "`parsec` is not a unit of time"),
        ("1M", "`M` is longer than any wait should be"),
        ("2 weeks", "`weeks` is longer than any wait should be"),
        ("99999999999999999999s", "too large, or finer than a nanosecond"),
        ("18446744073709551615s 1000ms", "too large, or finer than a nanosecond"),
        ("18446744073709551600s 15s 1s", "too large, or finer than a nanosecond"),
    ] {
        let error = text.parse::<Backoff>().unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn what_is_no_jitter_and_no_curve() {
    for text in ["", "Full", "20", "-0.1", "1.01", "NaN", "inf", "20%"] {
        assert!(text.parse::<Jitter>().is_err(), "{text}");
    }
    for text in ["", "Linear", "function", "exponential 2"] {
        assert!(text.parse::<Backoff>().is_err(), "{text}");
    }
}
