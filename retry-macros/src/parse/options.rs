//! The options by key, each value read as what it has to be.

use proc_macro2::{Ident, TokenStream};

use super::entries::{self, Entry, Keys};
use super::values;
use crate::errors::Errors;
use crate::model::{Options, Setting};
use crate::suggest;

/// Every key with an example of its use, in the order of the documentation.
const KEYS: &[(&str, &str)] = &[
    ("base", "base = \"500ms\""),
    ("cap", "cap = \"30s\""),
    ("factor", "factor = 2"),
    ("backoff", "backoff = \"exponential\""),
    ("jitter", "jitter = \"full\""),
    ("attempts", "attempts = 6"),
    ("deadline", "deadline = \"1min\""),
    ("timeout", "timeout = \"5s\""),
    ("retry_after_cap", "retry_after_cap = \"1min\""),
    ("transient", "transient = MyError::is_transient"),
    ("until", "until = |value| value.is_ready()"),
    ("policy", "policy = self.policy"),
    ("budget", "budget = BUDGET"),
    ("on_retry", "on_retry = |event| eprintln!(\"{event}\")"),
    ("on_give_up", "on_give_up = |event| eprintln!(\"{event}\")"),
    ("name", "name = \"billing\""),
    ("context", "context = attempt"),
    ("rng", "rng = Xoshiro256PlusPlus::seed_from_u64(7)"),
    ("sleep", "sleep = tokio::time::sleep"),
    ("blocking", "blocking"),
    ("crate", "crate = path::to::retry_core"),
];

const BLOCKING_IS_A_FLAG: &str = "`blocking` is a flag and takes no value: write `blocking` alone";

/// A key that is one of ours, with an example of its use.
fn known(key: &str) -> Option<(&'static str, &'static str)> {
    KEYS.iter().find(|(known, _)| *known == key).copied()
}

/// How the key is used; for an unknown one, a form of it.
fn example(key: &Ident) -> String {
    let key = key.to_string();
    known(&key).map_or_else(|| format!("{key} = …"), |(_, example)| example.to_owned())
}

pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let keys = Keys {
        unnamed: "options are named: write `key = value`, as in `#[retry(base = \"500ms\", attempts = 6)]`",
        example,
        flag: |key| (key == "blocking").then_some(BLOCKING_IS_A_FLAG),
    };
    let (entries, broken) = entries::parse(tokens, &keys, errors);
    let mut options = Options::default();
    for key in broken {
        let name = key.to_string();
        if note_key(&mut options, &key, &name, errors).is_some() && name == "blocking" {
            options.blocking = Some(key);
        }
    }
    for Entry { key, value } in entries {
        let name = key.to_string();
        let Some(example) = note_key(&mut options, &key, &name, errors) else { continue };
        let Some(value) = value else {
            match name.as_str() {
                "blocking" => options.blocking = Some(key),
                _ => errors.at(key.span(), format!("`{key}` has no value: write `{example}`")),
            }
            continue;
        };
        let value = values::ungroup(value);
        match name.as_str() {
            "base" => options.base = keep(key, values::duration(&name, value), errors),
            "cap" => options.cap = keep(key, values::duration(&name, value), errors),
            "factor" => options.factor = keep(key, values::factor(value), errors),
            "backoff" => options.backoff = keep(key, values::backoff(value, errors), errors),
            "jitter" => options.jitter = keep(key, values::jitter(&value), errors),
            "attempts" => options.attempts = keep(key, values::attempts(value), errors),
            "deadline" => options.deadline = keep(key, values::duration(&name, value), errors),
            "timeout" => options.timeout = keep(key, values::duration(&name, value), errors),
            "retry_after_cap" => options.retry_after_cap = keep(key, values::duration(&name, value), errors),
            "transient" => options.transient = keep(key, values::callable(&name, example, value), errors),
            "until" => options.until = keep(key, values::callable(&name, example, value), errors),
            "policy" => options.policy = keep(key, values::object(&name, "a `RetryPolicy`", example, value), errors),
            "budget" => options.budget = keep(key, values::place(&name, "a `RetryBudget`", example, value), errors),
            "on_retry" => options.on_retry = keep(key, values::callable(&name, example, value), errors),
            "on_give_up" => options.on_give_up = keep(key, values::callable(&name, example, value), errors),
            "name" => options.name = keep(key, values::text(&name, value), errors),
            "context" => options.context = keep(key, values::identifier(&name, value), errors),
            "rng" => {
                options.rng = keep(key, values::object(&name, "a random number generator", example, value), errors);
            }
            "sleep" => options.sleep = keep(key, values::callable(&name, example, value), errors),
            "blocking" => {
                errors.on(value, BLOCKING_IS_A_FLAG);
                options.blocking = Some(key);
            }
            "crate" => options.krate = keep(key, values::path(&name, "where `retry_core` is", value), errors),
            _ => {}
        }
    }
    options
}

fn keep<T>(key: Ident, value: syn::Result<T>, errors: &mut Errors) -> Option<Setting<T>> {
    errors.ok(value).map(|value| Setting { key, value })
}

/// How the key is used, if it is one of ours and new; reports it otherwise.
fn note_key(options: &mut Options, key: &Ident, name: &str, errors: &mut Errors) -> Option<&'static str> {
    let Some((known, example)) = known(name) else {
        errors.at(key.span(), unknown(name));
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
