//! From a file to settings and back, through serde.

use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{Serialize, SerializeMap as _, Serializer};

use super::RetrySettings;
use super::error::SettingsError;
use super::key::{Key, instead_of_key};
use super::layer::{Entry, Layer};
use super::value::{Raw, Value, read};
use crate::policy::Exact;
use crate::{Backoff, Jitter};

/// Reads a map of keys, from a self-describing format such as TOML, JSON or YAML.
///
/// The error has every mistake of the map, each on its own line.
impl<'de> Deserialize<'de> for RetrySettings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = deserializer.deserialize_map(Entries)?;
        settings(entries).map_err(D::Error::custom)
    }
}

fn settings(entries: Vec<(String, Raw)>) -> Result<RetrySettings, SettingsError> {
    let (mut settings, mut mistakes) = (RetrySettings::default(), Vec::new());
    let mut flat = Vec::new();
    for (name, raw) in entries {
        match (Key::named(&name), raw) {
            (Some(key), Raw::Table(entries)) if key.is_group() => {
                flat.extend(entries.into_iter().map(|(inner, raw)| (format!("{name}.{inner}"), raw)));
            }
            (_, _) if name.contains('.') => {
                let message = "there is no such key: a group is a table, as in budget = { tokens = 100 }".to_owned();
                mistakes.push(Layer::Unnamed.mistake(&name, message));
            }
            (_, raw) => flat.push((name, raw)),
        }
    }
    for (name, raw) in flat {
        let Some(key) = Key::named(&name) else {
            mistakes.push(Layer::Unnamed.mistake(&name, format!("there is no such key: {}", instead_of_key(&name))));
            continue;
        };
        match read(key, &raw) {
            Ok(_) if settings.entry(key).is_some() => {
                mistakes.push(Layer::Unnamed.mistake(&name, "this key is written twice: remove one".to_owned()));
            }
            Ok(value) => settings.set(key, value, Layer::Unnamed),
            Err(message) => mistakes.push(Layer::Unnamed.mistake(&name, message)),
        }
    }
    // Some formats sort the keys and some do not, so the mistakes get the order of the documentation.
    mistakes.sort_by_cached_key(|mistake| {
        (Key::named(&mistake.key).is_none(), Key::named(&mistake.key), mistake.key.clone())
    });
    SettingsError::check(mistakes)?;
    Ok(settings)
}

/// Writes the settings in the form that [`Deserialize`] reads. Their layers become one.
impl Serialize for RetrySettings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        // A table comes last: in TOML nothing of the outer table may follow it.
        let (mut groups, mut seen): (Vec<(&str, Vec<&Entry>)>, Option<&str>) = (Vec::new(), None);
        for entry in self.entries() {
            match entry.key.in_group() {
                None => map.serialize_entry(entry.key.name(), &Written(&entry.value))?,
                Some((group, _)) => {
                    if seen != Some(group) {
                        groups.push((group, Vec::new()));
                        seen = Some(group);
                    }
                    if let Some((_, entries)) = groups.last_mut() {
                        entries.push(entry);
                    }
                }
            }
        }
        for (group, entries) in groups {
            map.serialize_entry(group, &Group(&entries))?;
        }
        map.end()
    }
}

struct Group<'a>(&'a [&'a Entry]);

impl Serialize for Group<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |entry: &&Entry| entry.key.in_group().map_or(entry.key.name(), |(_, name)| name);
        serializer.collect_map(self.0.iter().map(|entry| (named(entry), Written(&entry.value))))
    }
}

struct Written<'a>(&'a Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self.0 {
            Value::Duration(duration) => serializer.collect_str(&Exact(duration)),
            Value::Number(number) => serializer.serialize_f64(number),
            Value::Count(count) => serializer.serialize_u32(count),
            Value::Unlimited => serializer.serialize_str("unlimited"),
            Value::Backoff(Backoff::List(list)) => {
                serializer.collect_seq(list.iter().map(|delay| Exact(delay).to_string()))
            }
            Value::Backoff(backoff) => serializer.collect_str(&backoff),
            Value::Jitter(Jitter::Share(share)) => serializer.serialize_f64(share),
            Value::Jitter(jitter) => serializer.collect_str(&jitter),
            Value::None => serializer.serialize_str("none"),
        }
    }
}

/// Reads a map with any keys and values, in its order.
struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(String, Raw)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of retry settings, such as base = \"500ms\"")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a setting")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Raw, E> {
        Ok(Raw::Boolean(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Raw, E> {
        Ok(Raw::Number(number.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Raw, E> {
        Ok(Raw::Number(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Raw, E> {
        Ok(Raw::Number(number.to_string()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Text(text.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Raw, A::Error> {
        Entries.visit_map(map).map(Raw::Table)
    }
}
