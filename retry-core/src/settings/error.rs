use core::error::Error;
use core::fmt;

/// Every mistake in a [`RetrySettings`](super::RetrySettings). Its text has one line for each mistake.
///
/// ```
/// use retry_core::settings::RetrySettings;
///
/// let error = RetrySettings::from_vars("APP_RETRY_", [("APP_RETRY_BASE", "500"), ("APP_RETRY_CAPS", "30s")]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "APP_RETRY_BASE: 500 has no unit: write 500ms or 500s\n\
///      APP_RETRY_CAPS: there is no such variable: did you mean APP_RETRY_CAP?"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    mistakes: Vec<SettingsMistake>,
}

impl SettingsError {
    /// Fails if there is a mistake.
    pub(super) fn check(mistakes: Vec<SettingsMistake>) -> Result<(), Self> {
        if mistakes.is_empty() { Ok(()) } else { Err(Self { mistakes }) }
    }

    /// The mistakes, at least one.
    ///
    /// ```
    /// use retry_core::settings::RetrySettings;
    ///
    /// let error = RetrySettings::from_vars("R_", [("R_ATTEMPTS", "0")]).unwrap_err();
    /// assert_eq!(error.mistakes()[0].key(), "attempts");
    /// ```
    #[must_use]
    pub fn mistakes(&self) -> &[SettingsMistake] {
        &self.mistakes
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.mistakes.iter().enumerate() {
            let line = if index > 0 { "\n" } else { "" };
            write!(f, "{line}{mistake}")?;
        }
        Ok(())
    }
}

impl Error for SettingsError {}

/// One mistake in settings. Its text says where the mistake is, what is wrong, and what to write.
///
/// ```
/// use retry_core::settings::RetrySettings;
///
/// let settings: RetrySettings = toml::from_str("cap = '100ms'").unwrap();
/// let error = settings.named("billing").policy().unwrap_err();
/// let mistake = &error.mistakes()[0];
/// assert_eq!((mistake.key(), mistake.layer()), ("cap", Some("billing")));
/// assert_eq!(
///     mistake.to_string(),
///     "`cap` of billing: 100ms is below the default base of 500ms, and no delay exceeds the cap: \
///      write a base of 100ms or less as well"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsMistake {
    pub(super) key: String,
    pub(super) layer: Option<String>,
    /// The key and the layer, in the words of an operator.
    pub(super) place: String,
    pub(super) message: String,
}

impl SettingsMistake {
    /// The key with the mistake, such as `cap` or `budget.tokens`.
    ///
    /// ```
    /// # use retry_core::settings::RetrySettings;
    /// let error = RetrySettings::from_vars("R_", [("R_BUDGET_TOKENS", "0")]).unwrap_err();
    /// assert_eq!(error.mistakes()[0].key(), "budget.tokens");
    /// ```
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The layer of the key: its [name](super::RetrySettings::named), or the environment variable. `None` for a layer
    /// without a name.
    ///
    /// ```
    /// # use retry_core::settings::RetrySettings;
    /// let error = RetrySettings::from_vars("R_", [("R_ATTEMPTS", "0")]).unwrap_err();
    /// assert_eq!(error.mistakes()[0].layer(), Some("R_ATTEMPTS"));
    /// ```
    #[must_use]
    pub fn layer(&self) -> Option<&str> {
        self.layer.as_deref()
    }
}

impl fmt::Display for SettingsMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
