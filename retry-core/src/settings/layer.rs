//! The layers: where a setting was written.

use alloc::sync::Arc;

use super::error::SettingsMistake;
use super::key::Key;
use super::value::Value;

#[derive(Clone, Debug)]
pub(super) enum Layer {
    Unnamed,
    Named(Arc<str>),
    Variable(Arc<str>),
}

/// A setting with its origin.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: Key,
    pub value: Value,
    pub layer: Layer,
    /// The number of layers over this one.
    pub depth: u32,
}

impl Entry {
    /// Where the setting was written: `` `cap` of defaults``, or the name of the variable.
    pub(super) fn place(&self) -> String {
        self.layer.place(self.key.name())
    }

    pub(super) fn mistake(&self, message: String) -> SettingsMistake {
        self.layer.mistake(self.key.name(), message)
    }
}

impl Layer {
    fn place(&self, key: &str) -> String {
        match self {
            Self::Unnamed => format!("`{key}`"),
            Self::Named(name) => format!("`{key}` of {name}"),
            Self::Variable(variable) => variable.to_string(),
        }
    }

    pub(super) fn mistake(&self, key: &str, message: String) -> SettingsMistake {
        let layer = match self {
            Self::Unnamed => None,
            Self::Named(name) | Self::Variable(name) => Some(name.to_string()),
        };
        SettingsMistake { key: key.to_owned(), layer, place: self.place(key), message }
    }
}
