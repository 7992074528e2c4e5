use retry_core::settings::{RetrySettings, SettingsError};
use serde::Deserialize;

/// A file with two layers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    service: RetrySettings,
    #[serde(default)]
    defaults: RetrySettings,
}

/// The layers of a text: lines `RETRY_…=…` are variables, over the tables `service` and `defaults`.
///
/// The error is the text that an operator sees.
pub(super) fn layers(text: &str) -> Result<RetrySettings, String> {
    let (variables, file): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("RETRY_"));
    let variables = variables.iter().filter_map(|line| line.split_once('='));
    let message = |error: SettingsError| error.to_string();
    let environment = RetrySettings::from_vars("RETRY_", variables).map_err(message)?;
    let file: File = toml::from_str(&file.join("\n")).map_err(|error| error.to_string())?;
    let settings = environment.over(file.service.named("service")).over(file.defaults.named("defaults"));
    settings.policy().map_err(message)?;
    Ok(settings)
}

#[track_caller]
pub(super) fn settings(text: &str) -> RetrySettings {
    layers(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}
