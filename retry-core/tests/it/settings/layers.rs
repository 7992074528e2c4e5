//! The settings of several layers together.

use std::time::Duration;

use retry_core::settings::RetrySettings;
use retry_core::{Backoff, Jitter, RetryPolicy};

use super::support::settings;

fn policy(text: &str) -> RetryPolicy {
    settings(text).policy().unwrap()
}

#[test]
fn the_nearest_layer_wins_key_by_key() {
    let settings = settings(
        "RETRY_ATTEMPTS=9\n\
         [service]\nattempts = 4\ncap = '2s'\nbudget = { tokens = 7 }\n\
         [defaults]\nbase = '50ms'\ncap = '9s'\ntimeout = '1s'\nbudget = { tokens = 100, deposit = 0.25 }",
    );
    let policy = settings.policy().unwrap();
    let expected = RetryPolicy::builder().base(Duration::from_millis(50)).cap(Duration::from_secs(2)).attempts(9);
    assert_eq!(Ok(policy), expected.build());
    assert_eq!(settings.timeout(), Ok(Some(Duration::from_secs(1))));
    let budget = settings.budget().unwrap().unwrap();
    assert_eq!(budget.capacity(), 7);
    assert!((0..4).all(|_| budget.withdraw()));
    budget.deposit();
    assert!((budget.level() - 3.25).abs() < 1e-9, "the deposit is inherited");
}

#[test]
fn nothing_set_is_the_default() {
    let settings = settings("");
    assert_eq!(settings.policy(), Ok(RetryPolicy::default()));
    assert_eq!(settings.timeout(), Ok(None));
    assert!(settings.budget().unwrap().is_none());
}

#[test]
fn none_takes_an_inherited_value_back() {
    let settings = settings(
        "RETRY_BUDGET=none\n[service]\ntimeout = 'none'\ndeadline = 'none'\n\
         [defaults]\ntimeout = '1s'\ndeadline = '9s'\nbudget = { tokens = 9 }",
    );
    assert_eq!(settings.policy().unwrap().deadline(), None);
    assert_eq!(settings.timeout(), Ok(None));
    assert!(settings.budget().unwrap().is_none());
}

#[test]
fn a_nearer_budget_takes_a_none_back() {
    let settings = settings("[service]\nbudget = { tokens = 9 }\n[defaults]\nbudget = 'none'");
    assert_eq!(settings.budget().unwrap().unwrap().capacity(), 9);
}

#[test]
fn null_is_none() {
    let settings: RetrySettings = serde_json::from_str(r#"{"timeout": null, "budget": null}"#).unwrap();
    assert_eq!(settings, toml::from_str("timeout = 'none'\nbudget = 'none'").unwrap());
    assert!(serde_json::from_str::<RetrySettings>(r#"{"base": null}"#).is_err());
}

#[test]
fn what_is_inherited_and_has_no_use_is_dropped() {
    let linear = policy("[service]\nbackoff = 'linear'\n[defaults]\nfactor = 3");
    assert_eq!((linear.backoff(), linear.factor()), (Backoff::Linear, 2.0));
    let list = policy("RETRY_BACKOFF=100ms, 1s\n[service]\nbase = '1s'\n[defaults]\nfactor = 3");
    assert_eq!((list.ceiling(2), list.attempts()), (Duration::from_secs(1), 3));
    let decorrelated = policy("[service]\njitter = 'decorrelated'\n[defaults]\nbackoff = 'linear'\nbase = '1s'");
    assert_eq!((decorrelated.jitter(), decorrelated.base()), (Jitter::Decorrelated, Duration::from_secs(1)));
    // Decorrelated jitter excludes a curve, so the nearer layer of the two wins.
    let curve = policy("[service]\nbackoff = 'linear'\n[defaults]\njitter = 'decorrelated'");
    assert_eq!((curve.backoff(), curve.jitter()), (Backoff::Linear, Jitter::Full));
}

/// Three layers give the same, whichever two of them are combined first.
#[test]
fn layers_can_be_put_together_in_any_grouping() {
    let layer = |text| toml::from_str::<RetrySettings>(text).unwrap();
    let three = || [layer("backoff = 'linear'"), layer("factor = 3\ncap = '9s'"), layer("cap = '1min'\nattempts = 3")];
    let [top, middle, bottom] = three();
    let from_the_top = top.over(middle).over(bottom);
    let [top, middle, bottom] = three();
    let from_the_bottom = top.over(middle.over(bottom));
    assert_eq!(from_the_top, from_the_bottom);
    assert_eq!(from_the_top.policy(), from_the_bottom.policy());
    assert_eq!(from_the_top.policy().unwrap().cap(), Duration::from_secs(9));
}

#[test]
fn only_variables_with_the_prefix_are_read() {
    let variables = [("RETRY_CAP", "9s"), ("OTHER_CAP", "many"), ("retry_base", "x"), ("RETRY", "y")];
    let settings = RetrySettings::from_vars("RETRY_", variables).unwrap();
    assert_eq!(settings.policy().unwrap().cap(), Duration::from_secs(9));
}

#[cfg(unix)]
#[test]
fn a_value_that_is_not_unicode_is_a_mistake() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;
    let error = RetrySettings::from_vars("RETRY_", [("RETRY_CAP", OsString::from_vec(vec![0xff]))]).unwrap_err();
    assert_eq!(error.to_string(), "RETRY_CAP: the value is not Unicode: set it again as Unicode");
}
