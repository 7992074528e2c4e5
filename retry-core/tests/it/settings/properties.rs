//! Settings are read as they were written, and no text causes a panic.

use proptest::prelude::*;
use retry_core::settings::RetrySettings;
use retry_core::{Backoff, Jitter, RetryPolicy};

use super::support::layers;
use crate::support::policies::{config, policy};

/// The settings that give a policy.
fn written(policy: &RetryPolicy) -> Option<String> {
    let builder = policy.to_builder();
    assert_eq!(builder.build(), Ok(*policy));
    let mut lines = vec![format!("attempts = {}", policy.attempts()), format!("cap = '{:?}'", policy.cap())];
    match policy.jitter() {
        Jitter::Share(share) => lines.push(format!("jitter = {share:?}")),
        jitter => lines.push(format!("jitter = '{jitter}'")),
    }
    let curve = policy.jitter() != Jitter::Decorrelated;
    match policy.backoff() {
        Backoff::Function(_) => return None,
        Backoff::Delays(_) | Backoff::List(_) => {}
        _ => lines.push(format!("base = '{:?}'", policy.base())),
    }
    if curve {
        lines.push(format!("backoff = '{}'", policy.backoff()));
        if policy.backoff() == Backoff::Exponential {
            lines.push(format!("factor = {:?}", policy.factor()));
        }
    }
    Some(lines.join("\n"))
}

const WORDS: &str = "(base|cap|factor|backoff|jitter|attempts|deadline|timeout|retry_after_cap|budget|colour)";
const VALUES: &str = "('[0-9.]{0,20}(ms|s|h)?'|-?[0-9]{1,10}|[0-9]{1,3}\\.[0-9]{1,3}|'(none|full|linear|unlimited|decorrelated)'|true|\\['1s', '[0-9]ms'\\]|\\{ tokens = [0-9]{1,9}, deposit = [0-9.]{1,5} \\}|\\[\\])";

fn table() -> impl Strategy<Value = String> {
    prop::collection::btree_map(WORDS, VALUES, 0..6).prop_map(|entries| {
        entries.into_iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join("\n")
    })
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn a_policy_comes_back_from_a_file(policy in policy(1..=u32::MAX)) {
        let Some(text) = written(&policy) else { return Ok(()) };
        // A list with more digits than a list made at run time keeps.
        let Ok(settings) = toml::from_str::<RetrySettings>(&text) else {
            prop_assert!(text.contains("18446744073709551615.999999999s"), "{}", text);
            return Ok(());
        };
        prop_assert_eq!(settings.policy(), Ok(policy));
        let again: RetrySettings = toml::from_str(&toml::to_string(&settings).unwrap()).unwrap();
        prop_assert_eq!(&again, &settings);
    }

    #[test]
    fn what_is_accepted_is_printed_and_read_again(text in table()) {
        if let Ok(settings) = toml::from_str::<RetrySettings>(&text) {
            let printed = toml::to_string(&settings).unwrap();
            prop_assert_eq!(&toml::from_str::<RetrySettings>(&printed).unwrap(), &settings, "{}", printed);
            let json = serde_json::to_string(&settings).unwrap();
            prop_assert_eq!(&serde_json::from_str::<RetrySettings>(&json).unwrap(), &settings, "{}", json);
        }
    }

    /// The layers find each mistake before the builder does, so each message has a place and a remedy.
    #[test]
    fn nothing_panics_in_layers_and_every_mistake_has_a_place(
        variables in prop::collection::btree_map("(BASE|CAP|FACTOR|BACKOFF|JITTER|ATTEMPTS|BUDGET|TIMEOUT|X)", "[0-9]{1,3}(ms|s|h)?|linear|none|decorrelated|0\\.[0-9]", 0..4),
        service in table(),
        defaults in table(),
    ) {
        let mut text: Vec<String> = variables.iter().map(|(key, value)| format!("RETRY_{key}={value}")).collect();
        text.push(format!("[service]\n{service}\n[defaults]\n{defaults}"));
        if let Err(message) = layers(&text.join("\n")) {
            prop_assert!(!message.is_empty());
            for (ours, builders) in [("belongs to exponential", "factor"), ("follows no backoff curve", "jitter")] {
                prop_assert!(!message.contains(ours), "{}: the builder saw it first: {}", builders, message);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(noise in "\\PC{0,40}", name in "[A-Z_]{0,14}", value in "\\PC{0,20}") {
        let _ = toml::from_str::<RetrySettings>(&noise).map_err(|error| error.to_string());
        let _ = serde_json::from_str::<RetrySettings>(&noise).map_err(|error| error.to_string());
        for prefix in ["", "A", "RETRY_"] {
            let _ = RetrySettings::from_vars(prefix, [(&name, &value)]).map_err(|error| error.to_string());
            let _ = RetrySettings::from_vars(prefix, [(&value, &name)]).map_err(|error| error.to_string());
        }
    }
}
