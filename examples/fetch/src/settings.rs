//! The settings of the command. An option wins over the environment, the environment over a file, and a file over the
//! defaults.

use std::path::Path;
use std::{fs, io};

use retry_core::settings::RetrySettings;
use serde::Deserialize as _;
use serde::de::value::{Error as Mistakes, MapDeserializer};

/// The prefix of the environment variables.
pub const PREFIX: &str = "FETCH_RETRY_";

/// The file of settings if no other is named. It may be missing.
pub const FILE: &str = "fetch.toml";

/// The defaults, which are the file in this example's folder.
const DEFAULTS: &str = include_str!("../fetch.toml");

/// The settings of all layers together. An option is a key and its value, as a file has them.
///
/// # Errors
///
/// If a layer has a mistake, or a file that is named cannot be read. The text is for the author of the settings.
pub fn load<'a>(
    options: impl Iterator<Item = (&'a str, &'a str)>,
    file: Option<&Path>,
) -> Result<RetrySettings, String> {
    let options = RetrySettings::deserialize(MapDeserializer::<_, Mistakes>::new(options))
        .map_err(|mistakes| format!("the command line: {mistakes}"))?;
    let environment = RetrySettings::from_env(PREFIX).map_err(|mistakes| mistakes.to_string())?;
    let defaults = toml::from_str::<RetrySettings>(DEFAULTS).map_err(|mistakes| mistakes.to_string())?;
    Ok(options.named("the command line").over(environment).over(read(file)?).over(defaults.named("the defaults")))
}

fn read(file: Option<&Path>) -> Result<RetrySettings, String> {
    let path = file.unwrap_or(Path::new(FILE));
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && file.is_none() => return Ok(RetrySettings::default()),
        read => read.map_err(|error| format!("{}: {error}", path.display()))?,
    };
    let settings: RetrySettings =
        toml::from_str(&text).map_err(|mistakes| format!("{}: {mistakes}", path.display()))?;
    Ok(settings.named(&path.display().to_string()))
}
