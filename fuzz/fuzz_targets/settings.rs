//! Settings from TOML, from JSON, from the environment, and in layers. No text causes a panic. Settings that are
//! accepted are written and read again as the same, and settings that are refused have a message. Jitter and curves are
//! printed and read again.

#![no_main]

use std::fmt::Display;

use libfuzzer_sys::fuzz_target;
use retry_core::settings::RetrySettings;
use retry_core::{Backoff, Jitter, RetryPolicy};

fuzz_target!(|input: &str| {
    let toml = refused_with_a_message(toml::from_str::<RetrySettings>(input));
    let json = refused_with_a_message(serde_json::from_str::<RetrySettings>(input));
    let variables = input.lines().filter_map(|line| line.split_once('='));
    let environment = refused_with_a_message(RetrySettings::from_vars("RETRY_", variables));
    for settings in [&toml, &json, &environment].into_iter().flatten() {
        comes_back(settings);
    }
    let layers = [environment, json, toml].into_iter().flatten().reduce(RetrySettings::over);
    let policy = layers.and_then(|settings| resolved(&settings));
    let jitter = refused_with_a_message(input.parse::<Jitter>()).or(policy.map(|policy| policy.jitter()));
    let backoff = refused_with_a_message(input.parse::<Backoff>()).or(policy.map(|policy| policy.backoff()));
    if let Some(jitter) = jitter {
        assert_eq!(jitter.to_string().parse(), Ok(jitter), "{jitter}");
    }
    if let Some(backoff) = backoff {
        assert_eq!(backoff.to_string().parse(), Ok(backoff), "{backoff}");
    }
});

fn refused_with_a_message<T, E: Display>(result: Result<T, E>) -> Option<T> {
    result.map_err(|error| assert!(!error.to_string().is_empty(), "refused without a message")).ok()
}

fn comes_back(settings: &RetrySettings) {
    let written = toml::to_string(settings).expect("settings are written as TOML");
    assert_eq!(toml::from_str::<RetrySettings>(&written).as_ref(), Ok(settings), "{written}");
    let written = serde_json::to_string(settings).expect("settings are written as JSON");
    assert_eq!(serde_json::from_str::<RetrySettings>(&written).ok().as_ref(), Some(settings), "{written}");
}

/// The policy, if nothing contradicts it. The timeout and the budget find the same contradictions.
fn resolved(settings: &RetrySettings) -> Option<RetryPolicy> {
    let policy = refused_with_a_message(settings.policy());
    assert_eq!(refused_with_a_message(settings.timeout()).is_some(), policy.is_some());
    assert_eq!(refused_with_a_message(settings.budget()).is_some(), policy.is_some());
    policy
}
