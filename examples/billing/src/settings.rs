//! What an operator says of the calls to the rate engine: by the environment, a file and the defaults. The nearer one
//! wins.

use std::path::Path;
use std::{fs, io};

use retry_core::Retrier;
use retry_core::settings::RetrySettings;
use serde::Deserialize;

/// The prefix of the environment variables.
pub const PREFIX: &str = "BILLING_RATE_ENGINE_";

/// The file of settings if no other is named. It may be missing.
pub const FILE: &str = "billing.toml";

/// The defaults, which are the file in this example's folder.
const DEFAULTS: &str = include_str!("../billing.toml");

/// A table for each service that is called.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    rate_engine: RetrySettings,
}

/// What all calls to the rate engine share.
///
/// # Errors
///
/// If a layer has a mistake, or a file that is named cannot be read. The text is for the author of the settings.
pub fn rate_engine(file: Option<&Path>) -> Result<Retrier, String> {
    let environment = RetrySettings::from_env(PREFIX).map_err(|mistakes| mistakes.to_string())?;
    let defaults = toml::from_str::<File>(DEFAULTS).map_err(|mistakes| mistakes.to_string())?;
    let settings = environment.over(read(file)?).over(defaults.rate_engine.named("the defaults"));
    settings.retrier().map_err(|mistakes| mistakes.to_string())
}

fn read(file: Option<&Path>) -> Result<RetrySettings, String> {
    let path = file.unwrap_or(Path::new(FILE));
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && file.is_none() => return Ok(RetrySettings::default()),
        read => read.map_err(|error| format!("{}: {error}", path.display()))?,
    };
    let file: File = toml::from_str(&text).map_err(|mistakes| format!("{}: {mistakes}", path.display()))?;
    Ok(file.rate_engine.named(&format!("rate_engine in {}", path.display())))
}
