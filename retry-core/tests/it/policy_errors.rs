//! Impossible policies, and the setting and the text of each error.

use std::panic::catch_unwind;
use std::time::Duration;

use retry_core::{Backoff, Jitter, PolicyError, RetryPolicy, RetryPolicyBuilder};

const SECOND: Duration = Duration::from_secs(1);
const FUNCTION: Backoff = Backoff::Function(|_| SECOND);

fn builder() -> RetryPolicyBuilder {
    RetryPolicy::builder()
}

#[track_caller]
fn assert_refused(builder: RetryPolicyBuilder, setting: &str, text: &str) {
    let error = builder.build().expect_err("an impossible policy");
    assert_eq!((error.setting(), error.to_string().as_str()), (setting, text));
}

#[test]
fn no_attempt() {
    let text = "`attempts` is 0, but it counts every attempt, the first one included: use 1 or more";
    assert_refused(builder().attempts(0), "attempts", text);
    assert_refused(builder().attempts(0).backoff(Backoff::Delays(&[SECOND])), "attempts", text);
}

#[test]
fn unlimited_attempts_without_a_deadline() {
    let text = "`attempts` are unlimited without a `deadline`, so a call could retry for ever: set one";
    let unlimited = builder().unlimited_attempts();
    assert_refused(unlimited, "attempts", text);
    assert_refused(builder().attempts(3).unlimited_attempts(), "attempts", text);
    assert_refused(unlimited.backoff(Backoff::Delays(&[SECOND])), "attempts", text);
    let policy = unlimited.deadline(SECOND).build().unwrap();
    assert_eq!((policy.attempts(), policy.deadline()), (u32::MAX, Some(SECOND)));
    // The last value counts, and the greatest number is allowed.
    assert_eq!(unlimited.attempts(3).build(), builder().attempts(3).build());
    assert!(unlimited.attempts(u32::MAX).build().is_ok());
}

#[test]
fn a_deadline_of_no_time() {
    let text = "`deadline` is zero, which would end every call: use a longer one, or none";
    assert_refused(builder().deadline(Duration::ZERO), "deadline", text);
    assert_refused(builder().deadline(Duration::ZERO).unlimited_attempts(), "deadline", text);
    assert!(builder().deadline(Duration::from_nanos(1)).build().is_ok());
}

#[test]
fn a_base_above_the_cap() {
    assert_refused(
        builder().base(Duration::from_secs(31)),
        "base",
        "`base` is above `cap`, which no delay exceeds (base 31s, cap 30s)",
    );
    assert_refused(
        builder().cap(Duration::from_millis(499)),
        "base",
        "`base` is above `cap`, which no delay exceeds (base 500ms, cap 499ms)",
    );
    assert_refused(
        builder().base(SECOND + Duration::from_nanos(1)).cap(SECOND).jitter(Jitter::Decorrelated),
        "base",
        "`base` is above `cap`, which no delay exceeds (base 1.000000001s, cap 1s)",
    );
    assert!(builder().base(SECOND).cap(SECOND).build().is_ok(), "a base equal to the cap is possible");
}

#[test]
fn a_factor_that_shrinks_or_is_no_number() {
    let sentence = "`factor` must be a finite number of at least 1: delays grow or stay, they never shrink";
    for (factor, shown) in [
        (0.5, "0.5"),
        (0.0, "0.0"),
        (-2.0, "-2.0"),
        (1.0 - f64::EPSILON, "0.9999999999999998"),
        (f64::NAN, "NaN"),
        (f64::INFINITY, "inf"),
        (-f64::MAX, "-1.7976931348623157e308"),
        (f64::NEG_INFINITY, "-inf"),
    ] {
        assert_refused(builder().factor(factor), "factor", &format!("{sentence} (factor {shown})"));
    }
    for factor in [1.0, 1.0 + f64::EPSILON, f64::MAX] {
        assert!(builder().factor(factor).build().is_ok(), "{factor:e}");
    }
}

#[test]
fn a_factor_without_exponential_backoff() {
    let text = "`factor` belongs to exponential backoff; the chosen curve does not use it";
    for backoff in [Backoff::Linear, Backoff::Constant, Backoff::Fibonacci, Backoff::Delays(&[SECOND]), FUNCTION] {
        assert_refused(builder().factor(2.0).backoff(backoff), "factor", text);
    }
    assert!(builder().factor(2.0).backoff(Backoff::Exponential).build().is_ok());
}

#[test]
fn a_base_that_the_curve_does_not_use() {
    let text = "`base` is not used by a list of delays or a function of the attempt";
    for backoff in [Backoff::Delays(&[SECOND]), FUNCTION] {
        assert_refused(builder().base(SECOND).backoff(backoff), "base", text);
    }
}

#[test]
fn a_default_base_above_the_cap_does_not_matter_to_a_curve_without_base() {
    let cap = Duration::from_millis(1);
    assert!(builder().cap(cap).backoff(FUNCTION).build().is_ok());
    assert!(builder().backoff(Backoff::Delays(const { &[Duration::from_nanos(1)] })).build().is_ok());
}

#[test]
fn an_empty_list() {
    assert_refused(
        builder().backoff(Backoff::Delays(&[])),
        "backoff",
        "`backoff` is an empty list; name at least one delay",
    );
}

#[test]
fn a_listed_delay_above_the_cap() {
    assert_refused(
        builder()
            .backoff(Backoff::Delays(const { &[SECOND, Duration::from_secs(9), Duration::from_secs(7)] }))
            .cap(SECOND),
        "backoff",
        "`backoff` lists a delay above `cap` (delay 9s, cap 1s)",
    );
    assert!(builder().backoff(Backoff::Delays(&[SECOND])).cap(SECOND).build().is_ok());
}

#[test]
fn decorrelated_jitter_with_a_curve_or_a_factor_of_its_own() {
    let text = "`jitter` is decorrelated, which grows from `base` to `cap` by itself and follows no backoff curve or \
                factor";
    let decorrelated = builder().jitter(Jitter::Decorrelated);
    assert_refused(decorrelated.factor(2.0), "jitter", text);
    let list = Backoff::Delays(&[SECOND]);
    for backoff in [Backoff::Exponential, Backoff::Linear, Backoff::Constant, Backoff::Fibonacci, list, FUNCTION] {
        assert_refused(decorrelated.backoff(backoff), "jitter", text);
    }
    assert!(decorrelated.build().is_ok());
}

#[test]
fn where_several_settings_are_wrong_one_is_named() {
    let error = builder().attempts(0).factor(0.0).cap(Duration::ZERO).build().unwrap_err();
    assert!(["attempts", "factor", "base"].contains(&error.setting()), "{error}");
}

/// In a constant this panic is the compile error. Its text cannot have the values.
#[test]
fn build_const_panics_with_the_same_sentence() {
    let impossible = builder().cap(Duration::from_millis(100));
    let full = impossible.build().unwrap_err().to_string();
    let panic = catch_unwind(|| impossible.build_const()).unwrap_err();
    let sentence = panic.downcast_ref::<&str>().map(ToString::to_string);
    let sentence = sentence.or_else(|| panic.downcast_ref::<String>().cloned()).expect("a text");
    assert_eq!(sentence, "`base` is above `cap`, which no delay exceeds");
    assert!(full.starts_with(&sentence));
}

#[test]
fn the_error_is_an_ordinary_error() {
    fn fails() -> Result<RetryPolicy, Box<dyn std::error::Error + Send + Sync>> {
        Ok(builder().attempts(0).build()?)
    }
    let error = fails().unwrap_err();
    assert_eq!(error.downcast_ref::<PolicyError>().unwrap().setting(), "attempts");
    let copy = builder().attempts(0).build().unwrap_err();
    assert_eq!(Some(&copy), error.downcast_ref());
    assert_ne!(Err(copy), builder().factor(0.5).build());
}

#[test]
fn a_share_out_of_range_is_told() {
    for share in [1.5, -0.1] {
        let error = builder().jitter(Jitter::Share(share)).build().expect_err("an impossible policy");
        assert_eq!(error.setting(), "jitter");
        assert!(error.to_string().ends_with(&format!(" (jitter {share:?})")), "{error}");
    }
}
