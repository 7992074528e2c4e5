//! The keys of `#[transient(…)]`, and the words that a user may have written in their place.

use proc_macro2::Ident;

use crate::parse::entries::Keys;
use crate::suggest;

pub(super) const KEYS: Keys = Keys {
    unnamed: "options are named: write `#[transient(when = …)]`, `#[transient(retry_after = …)]` or `#[transient(forward)]`",
    example,
    flag: |_| None,
};

/// Every key with an example of its use.
const EXAMPLES: &[(&str, &str)] = &[
    ("retry_after", "retry_after = field"),
    ("forward", "forward"),
    ("when", "when = |field| …"),
    ("crate", "crate = path::to::retry_core"),
];

pub(super) fn example(key: &Ident) -> String {
    let key = key.to_string();
    let known = EXAMPLES.iter().find(|(name, _)| *name == key);
    known.map_or_else(|| format!("{key} = …"), |(_, example)| (*example).to_owned())
}

pub(super) fn is_known(key: &Ident) -> bool {
    EXAMPLES.iter().any(|(name, _)| key == name)
}

/// The message for an unknown key.
pub(super) fn unknown(key: &Ident) -> String {
    let name = key.to_string();
    let keys: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
    if let Some(remedy) = elsewhere(&name) {
        format!("unknown option `{name}`: {remedy}")
    } else if let Some(near) = suggest::nearest(&name, keys.iter().copied()) {
        format!("unknown option `{name}`: did you mean `{near}`?")
    } else {
        format!("unknown option `{name}`: the options are {}", suggest::list(&keys, "and"))
    }
}

fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "if" | "predicate" | "is_transient" | "condition" | "matches" | "with" | "transient" | "on" => {
            "write `when = |field| …` for a predicate, or `#[transient]` alone"
        }
        "source" | "from" | "inner" | "transparent" | "delegate" | "flatten" | "ask" => {
            "write `forward` to ask the wrapped error"
        }
        "after" | "delay" | "hint" | "wait" | "retry_in" | "backoff" | "duration" => {
            "write `retry_after = field` for the field that holds the server's hint"
        }
        "permanent" | "never" | "fatal" | "abort" => "write `#[permanent]` in place of `#[transient(…)]`",
        "always" => "write `#[transient]` alone",
        "bound" => "the derive writes the bounds itself: remove it",
        "krate" | "path" => "write `crate = path::to::retry_core`",
        _ => return None,
    })
}
