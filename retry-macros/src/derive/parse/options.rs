//! The list in `#[transient(…)]`.

use proc_macro2::{Ident, TokenStream};
use syn::{Expr, ExprLit, Lit};

use crate::derive::model::{Crate, Declaration, What};
use crate::derive::words;
use crate::errors::Errors;
use crate::parse::entries::{self, Entry};
use crate::parse::values;

/// What attributes say about the verdict and about the path of `retry_core`.
#[derive(Default)]
pub(super) struct Declarations {
    pub said: Option<Declaration>,
    pub krate: Option<(Ident, Crate)>,
}

pub(super) fn parse(tokens: TokenStream, attribute: &Ident, errors: &mut Errors) -> Declarations {
    let (entries, broken) = entries::parse(tokens, &words::KEYS, errors);
    let mut told = Declarations::default();
    if entries.is_empty() && broken.is_empty() {
        told.said = Some(Declaration { key: attribute.clone(), what: What::Unreadable });
    }
    for key in broken {
        if key == "crate" {
            told.locate(key, Crate::Unreadable, errors);
        } else {
            told.say(key, What::Unreadable, errors);
        }
    }
    for Entry { key, value } in entries {
        let value = value.map(values::ungroup);
        if key == "crate" {
            let krate = located(&key, value, errors);
            told.locate(key, krate, errors);
        } else {
            let what = what(&key, value, errors);
            told.say(key, what, errors);
        }
    }
    told
}

fn what(key: &Ident, value: Option<Expr>, errors: &mut Errors) -> What {
    match (key.to_string().as_str(), value) {
        ("retry_after", field) => What::RetryAfter(field),
        ("forward", field) => What::Forward(field),
        ("when", Some(value)) => predicate(value, errors).map_or(What::Unreadable, What::When),
        ("when", None) => {
            no_value(key, errors);
            What::Unreadable
        }
        _ => What::Unreadable,
    }
}

fn predicate(value: Expr, errors: &mut Errors) -> Option<Expr> {
    if let Expr::Lit(ExprLit { lit: Lit::Bool(flag), .. }) = &value {
        let instead = if flag.value { "transient" } else { "permanent" };
        errors.at(flag.span(), format!("`when` is asked about each error: write `#[{instead}]` for one answer to all"));
        return None;
    }
    errors.ok(values::callable("when", "when = |status| *status >= 500", value))
}

fn located(key: &Ident, value: Option<Expr>, errors: &mut Errors) -> Crate {
    match value {
        Some(value) => errors.ok(values::path("crate", "`retry_core`", value)).map_or(Crate::Unreadable, Crate::At),
        None => {
            no_value(key, errors);
            Crate::Unreadable
        }
    }
}

fn no_value(key: &Ident, errors: &mut Errors) {
    errors.at(key.span(), format!("`{key}` has no value: write `{}`", words::example(key)));
}

impl Declarations {
    /// Keeps the first option that decides the verdict, and refuses every further one.
    fn say(&mut self, key: Ident, what: What, errors: &mut Errors) {
        let known = words::is_known(&key);
        match &self.said {
            _ if !known => errors.at(key.span(), words::unknown(&key)),
            Some(first) if first.key == key => {
                errors.at(key.span(), format!("`{key}` is set twice: keep one of them"));
            }
            Some(first) if words::is_known(&first.key) => {
                let first = &first.key;
                let message =
                    format!("`{first}` and `{key}` each decide alone: keep one; a `when` can return any `Verdict`");
                errors.at(key.span(), message);
            }
            _ => {}
        }
        if self.said.is_none() {
            self.said = Some(Declaration { key, what });
        }
    }

    pub(super) fn locate(&mut self, key: Ident, krate: Crate, errors: &mut Errors) {
        if self.krate.is_some() {
            errors.at(key.span(), "`crate` is set twice: keep one of them");
        } else {
            self.krate = Some((key, krate));
        }
    }
}
