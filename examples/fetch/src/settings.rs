//! What the command is told about its retries: by its options, the environment, a file and the defaults. The nearer one
//! wins.

use std::path::Path;
use std::{fs, io};

use retry_core::settings::RetrySettings;
use serde::Deserialize as _;
use serde::de::value::{Error as Mistakes, MapDeserializer};

/// What the names of the environment variables begin with.
pub const PREFIX: &str = "FETCH_RETRY_";

/// Where the settings are if no other file is named. It need not be there.
pub const FILE: &str = "fetch.toml";

/// The file beside this program, so that it says what the defaults are.
const DEFAULTS: &str = include_str!("../fetch.toml");

/// The settings of all layers together. An option is a key and its value, as a file has them.
///
/// # Errors
///
/// When a layer has a mistake, or a file that is named cannot be read: the text for who has written it.
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
