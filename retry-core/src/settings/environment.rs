//! Settings from environment variables.

use alloc::sync::Arc;
use std::env;
use std::ffi::OsString;

use super::RetrySettings;
use super::error::SettingsError;
use super::key::{Key, instead_of_variable};
use super::layer::Layer;
use super::value::{Raw, read};

impl RetrySettings {
    /// Reads the environment variables whose names begin with `prefix`.
    ///
    /// The rest of the name is the key in capitals. With the prefix `BILLING_RETRY_`, `BILLING_RETRY_BASE` is `base`,
    /// and `BILLING_RETRY_BUDGET_TOKENS` is `budget.tokens`. The value is that of a file without quotes. A list has
    /// commas between its delays. If there is no such variable, nothing is set.
    ///
    /// ```
    /// use retry_core::settings::RetrySettings;
    ///
    /// let settings = RetrySettings::from_env("BILLING_RETRY_")?;
    /// assert_eq!(settings, RetrySettings::default());
    /// # Ok::<(), retry_core::settings::SettingsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the rest of a name is not a key, or if a key does not allow the value. The error has every such variable.
    pub fn from_env(prefix: &str) -> Result<Self, SettingsError> {
        // A name that is not Unicode cannot be a prefix and a key.
        Self::from_vars(prefix, env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))))
    }

    /// As [`from_env`](Self::from_env), with these variables instead of the environment's: for tests, for example.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::settings::RetrySettings;
    ///
    /// let variables = [("BILLING_RETRY_BACKOFF", "100ms, 1s"), ("HOME", "/root")];
    /// let policy = RetrySettings::from_vars("BILLING_RETRY_", variables)?.policy()?;
    /// assert_eq!((policy.attempts(), policy.cap()), (3, Duration::from_secs(1)));
    /// # Ok::<(), retry_core::settings::SettingsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`from_env`](Self::from_env).
    pub fn from_vars<N: AsRef<str>, V: Into<OsString>>(
        prefix: &str,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, SettingsError> {
        let (mut settings, mut mistakes) = (Self::default(), Vec::new());
        for (name, value) in variables {
            let name = name.as_ref();
            let Some(rest) = name.strip_prefix(prefix) else { continue };
            let layer = Layer::Variable(Arc::from(name));
            let Some(key) = Key::of_variable(rest) else {
                let remedy = instead_of_variable(prefix, rest);
                mistakes.push(layer.mistake(&rest.to_lowercase(), format!("there is no such variable: {remedy}")));
                continue;
            };
            let read = match value.into().into_string() {
                Ok(value) if value.trim().is_empty() => {
                    Err("the variable is empty: give it a value, or remove it".to_owned())
                }
                Ok(value) => read(key, &Raw::Text(value)),
                Err(_) => Err("the value is not Unicode: set it again as Unicode".to_owned()),
            };
            match read {
                Ok(value) => settings.set(key, value, layer),
                Err(message) => mistakes.push(layer.mistake(key.name(), message)),
            }
        }
        SettingsError::check(mistakes)?;
        Ok(settings)
    }
}
