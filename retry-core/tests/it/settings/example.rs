//! The example file is correct.

use retry_core::RetryPolicy;
use retry_core::settings::RetrySettings;

const EXAMPLE: &str = include_str!("../../../../docs/retry.example.toml");

#[derive(serde::Deserialize)]
struct File {
    defaults: RetrySettings,
    billing: RetrySettings,
    search: RetrySettings,
}

/// The table `defaults` has the defaults of the library, except for keys without a default.
#[test]
fn the_table_of_defaults_has_the_defaults() {
    let file: File = toml::from_str(EXAMPLE).unwrap();
    assert_eq!(file.defaults.policy(), Ok(RetryPolicy::default()));
    assert_eq!(file.defaults.timeout(), Ok(None));
    assert!(file.defaults.budget().unwrap().is_none());
    for key in
        ["base", "cap", "factor", "backoff", "jitter", "attempts", "deadline", "retry_after_cap", "timeout", "budget"]
    {
        let table = EXAMPLE.split("[billing]").next().unwrap();
        assert!(table.contains(&format!("\n{key} = ")), "{key}");
    }
}

#[test]
fn the_services_are_what_their_comments_say() {
    let file: File = toml::from_str(EXAMPLE).unwrap();
    let billing = file.billing.over(file.defaults.clone());
    let policy = billing.policy().unwrap();
    assert_eq!((policy.attempts(), policy.ceiling(1).as_millis(), policy.cap().as_secs()), (4, 100, 30));
    assert_eq!(billing.budget().unwrap().unwrap().capacity(), 100);
    let search = file.search.over(file.defaults).policy().unwrap();
    assert_eq!((search.attempts(), search.deadline().map(|deadline| deadline.as_secs())), (u32::MAX, Some(60)));
}
