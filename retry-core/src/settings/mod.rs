//! Policies, timeouts and budgets from files and environment variables, in layers.
//!
//! serde reads a [`RetrySettings`] from a file, and [`from_env`](RetrySettings::from_env) reads one from the
//! environment. [`over`](RetrySettings::over) puts one layer over another. [`retrier`](RetrySettings::retrier) and
//! [`policy`](RetrySettings::policy) check the result and report every mistake with the place where it was written.
//!
//! ```
//! use std::time::Duration;
//! use retry_core::settings::RetrySettings;
//!
//! #[derive(serde::Deserialize)]
//! struct Config {
//!     defaults: RetrySettings,
//!     billing: RetrySettings,
//! }
//!
//! let file = "
//!     [defaults]
//!     base = '200ms'
//!     timeout = '5s'
//!
//!     [billing]
//!     attempts = 4
//!     timeout = 'none'
//! ";
//! let config: Config = toml::from_str(file).unwrap();
//! let settings = RetrySettings::from_env("BILLING_RETRY_")?
//!     .over(config.billing.named("billing"))
//!     .over(config.defaults.named("defaults"));
//!
//! let policy = settings.policy()?;
//! assert_eq!((policy.base(), policy.attempts()), (Duration::from_millis(200), 4));
//! assert_eq!(settings.timeout()?, None);
//! # Ok::<(), retry_core::settings::SettingsError>(())
//! ```
//!
//! | key | value | default |
//! |---|---|---|
//! | `base`, `cap` | a duration such as `"500ms"` | 500 ms, 30 s |
//! | `factor` | a number of at least 1 | 2 |
//! | `backoff` | `"exponential"`, `"linear"`, `"constant"`, `"fibonacci"`, or a list such as `["100ms", "1s"]` | exponential |
//! | `jitter` | `"full"`, `"equal"`, `"decorrelated"`, `"none"`, or a share such as `0.2` | full |
//! | `attempts` | a whole number of at least 1, or `"unlimited"` together with a deadline | 6 |
//! | `deadline`, `timeout` | a duration, or `"none"` | none |
//! | `retry_after_cap` | a duration | the greater of the cap and one minute |
//! | `budget` | a table of `tokens` and `deposit`, or `"none"` | none; the deposit is 0.1 |
//!
//! `"none"`, or `null` in JSON, removes the value of a lower layer. `docs/retry.example.toml` has every key with a
//! comment.

mod environment;
mod error;
mod file;
mod key;
mod layer;
mod resolve;
mod value;

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use core::time::Duration;

pub use self::error::{SettingsError, SettingsMistake};
use self::key::Key;
use self::layer::{Entry, Layer};
use self::resolve::Resolved;
use self::value::Value;
use crate::{Retrier, RetryBudget, RetryPolicy};

/// The settings for retries in a file or the environment. Every key is optional.
///
/// serde reads them from a file, and [`from_env`](Self::from_env) from the environment. Two `RetrySettings` are equal
/// if they set the same keys to the same values; their layers do not matter.
///
/// ```
/// use retry_core::settings::RetrySettings;
///
/// let settings: RetrySettings = toml::from_str("attempts = 4\nbackoff = ['100ms', '1s']").unwrap();
/// assert_eq!(settings.policy()?.attempts(), 4);
/// # Ok::<(), retry_core::settings::SettingsError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RetrySettings {
    entries: BTreeMap<Key, Entry>,
    /// The number of layers below the first one.
    depth: u32,
}

impl PartialEq for RetrySettings {
    fn eq(&self, other: &Self) -> bool {
        let values = |settings: &Self| -> Vec<(Key, Value)> {
            settings.entries().map(|entry| (entry.key, entry.value)).collect()
        };
        values(self) == values(other)
    }
}

impl RetrySettings {
    /// Names the layer of these settings for the messages of errors: the name of a section or a file.
    ///
    /// ```
    /// use retry_core::settings::RetrySettings;
    ///
    /// let settings: RetrySettings = toml::from_str("attempts = 'unlimited'").unwrap();
    /// assert_eq!(
    ///     settings.named("billing").policy().unwrap_err().to_string(),
    ///     "`attempts` of billing: unlimited attempts need a deadline, or a call could retry for ever: \
    ///      set a deadline, or write a number such as 6"
    /// );
    /// ```
    #[must_use]
    pub fn named(mut self, layer: &str) -> Self {
        for entry in self.entries.values_mut().filter(|entry| matches!(entry.layer, Layer::Unnamed)) {
            entry.layer = Layer::Named(Arc::from(layer));
        }
        self
    }

    /// Puts these settings over `defaults`: a key that is not set here has the value of `defaults`.
    ///
    /// A setting of a lower layer is dropped if a setting of a higher layer makes it useless. For example, these
    /// settings choose `backoff = "linear"`, and the defaults have a `factor`.
    ///
    /// ```
    /// use retry_core::settings::RetrySettings;
    ///
    /// let defaults: RetrySettings = toml::from_str("factor = 3\nattempts = 9").unwrap();
    /// let service: RetrySettings = toml::from_str("backoff = 'linear'").unwrap();
    /// assert_eq!(service.over(defaults).policy()?.attempts(), 9);
    /// # Ok::<(), retry_core::settings::SettingsError>(())
    /// ```
    #[must_use]
    pub fn over(mut self, defaults: Self) -> Self {
        let below = self.depth.saturating_add(1);
        for (key, entry) in defaults.entries {
            let depth = entry.depth.saturating_add(below);
            self.entries.entry(key).or_insert(Entry { depth, ..entry });
        }
        self.depth = below.saturating_add(defaults.depth);
        self
    }

    /// A [`Retrier`] with the policy, the timeout and a new budget of these settings.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::settings::RetrySettings;
    ///
    /// let settings: RetrySettings = toml::from_str("attempts = 4\ntimeout = '5s'\nbudget = { tokens = 50 }").unwrap();
    /// let retrier = settings.retrier()?;
    /// assert_eq!((retrier.policy().attempts(), retrier.timeout()), (4, Some(Duration::from_secs(5))));
    /// assert_eq!(retrier.budget().map(|budget| budget.capacity()), Some(50));
    /// # Ok::<(), retry_core::settings::SettingsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If settings contradict each other. The error has every mistake.
    pub fn retrier(&self) -> Result<Retrier, SettingsError> {
        let Resolved { policy, timeout, budget } = self.resolve()?;
        Ok(Retrier::new(policy).with_timeout(timeout).with_budget(budget.map(Arc::new)))
    }

    /// The policy of these settings.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, settings::RetrySettings};
    ///
    /// assert_eq!(RetrySettings::default().policy(), Ok(RetryPolicy::default()));
    /// ```
    ///
    /// # Errors
    ///
    /// If settings contradict each other. The error has every mistake, including those in the timeout and the budget.
    pub fn policy(&self) -> Result<RetryPolicy, SettingsError> {
        self.resolve().map(|resolved| resolved.policy)
    }

    /// The time that each attempt may take; `None` if there is no limit.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::settings::RetrySettings;
    ///
    /// let settings: RetrySettings = toml::from_str("timeout = '5s'").unwrap();
    /// assert_eq!(settings.timeout(), Ok(Some(Duration::from_secs(5))));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`policy`](Self::policy).
    pub fn timeout(&self) -> Result<Option<Duration>, SettingsError> {
        self.resolve().map(|resolved| resolved.timeout)
    }

    /// A new budget, which the calls to one service share; `None` if the settings have no budget.
    ///
    /// ```
    /// use retry_core::settings::RetrySettings;
    ///
    /// let settings: RetrySettings = toml::from_str("budget = { tokens = 50 }").unwrap();
    /// let budget = settings.budget()?.expect("a budget");
    /// assert_eq!(budget.capacity(), 50);
    /// # Ok::<(), retry_core::settings::SettingsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`policy`](Self::policy).
    pub fn budget(&self) -> Result<Option<RetryBudget>, SettingsError> {
        self.resolve().map(|resolved| resolved.budget)
    }

    fn set(&mut self, key: Key, value: Value, layer: Layer) {
        self.entries.insert(key, Entry { key, value, layer, depth: 0 });
    }

    fn entry(&self, key: Key) -> Option<&Entry> {
        self.entries.get(&key)
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }
}
