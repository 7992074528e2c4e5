//! The options of the attribute: each key is looked up, and its value is read as the kind of value that the key has.

use proc_macro2::{Ident, TokenStream};

use super::entries::{self, Entry, Keys};
use super::values::FLAG_WITH_VALUE;
use crate::errors::Errors;
use crate::options::{KEYS, Options, is_flag};
use crate::suggest;

/// A key of the attribute, with an example of its use.
fn known(key: &str) -> Option<(&'static str, &'static str)> {
    KEYS.iter().find(|(known, _)| *known == key).copied()
}

/// An example of the key's use; `key = …` for an unknown key.
fn example(key: &Ident) -> String {
    let key = key.to_string();
    known(&key).map_or_else(|| format!("{key} = …"), |(_, example)| example.to_owned())
}

pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let keys = Keys {
        unnamed: "options are named: write `key = value`, as in `#[retry(base = \"500ms\", attempts = 6)]`",
        example,
        flag: |key| is_flag(key).then_some(FLAG_WITH_VALUE),
    };
    let (entries, broken) = entries::parse(tokens, &keys, errors);
    let mut options = Options::default();
    for key in broken {
        if note_key(&mut options, &key, errors).is_some() {
            options.set_flag(&key);
        }
    }
    for Entry { key, value } in entries {
        let Some(example) = note_key(&mut options, &key, errors) else { continue };
        match value {
            Some(value) => {
                options.set(&key, example, value, errors);
                options.set_flag(&key);
            }
            None if options.set_flag(&key) => {}
            None => errors.at(key.span(), format!("`{key}` has no value: write `{example}`")),
        }
    }
    options
}

/// Notes that the key was written, and returns an example of its use. Reports a key that is unknown or set twice.
fn note_key(options: &mut Options, key: &Ident, errors: &mut Errors) -> Option<&'static str> {
    let name = key.to_string();
    let Some((known, example)) = known(&name) else {
        errors.at(key.span(), unknown(&name));
        return None;
    };
    if options.keys.contains(&known) {
        errors.at(key.span(), format!("`{name}` is set twice: keep one of them"));
        return None;
    }
    options.keys.push(known);
    Some(example)
}

fn unknown(name: &str) -> String {
    let keys: Vec<&str> = KEYS.iter().map(|(key, _)| *key).collect();
    if let Some(remedy) = suggest::elsewhere(name) {
        format!("unknown option `{name}`: {remedy}")
    } else if let Some(near) = suggest::nearest(name, keys.iter().copied()) {
        format!("unknown option `{name}`: did you mean `{near}`?")
    } else {
        format!("unknown option `{name}`: the options are {}", suggest::list(&keys, "and"))
    }
}
