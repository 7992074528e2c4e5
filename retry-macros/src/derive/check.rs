//! The rules of the derive: whether the fields that options name are there, and whether an option fits the type it
//! stands on.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Expr, ExprLit, ExprPath, Lit, Member};

use super::model::{Arm, Crate, Declaration, Field, Item, Kind, Model, Rule, What, show};
use crate::errors::Errors;
use crate::parse::tokens::is_variable;
use crate::suggest;

/// The model, or `None` where a mistake was reported.
pub(super) fn check(item: Item, errors: &mut Errors) -> Option<Model> {
    let Item { ident, generics, krate, said, kind } = item;
    let krate = match krate {
        Crate::At(path) => Some(path),
        Crate::Default | Crate::Unreadable => None,
    };
    let (arms, rest) = match kind {
        Kind::Struct(fields) => {
            let Some(said) = said else {
                errors.at(ident.span(), silent_struct(&ident, &fields));
                return None;
            };
            let rule = match said.what {
                What::When(predicate) => Some(when_self(predicate, errors)),
                _ => rule(said, &ident, fields, errors),
            };
            (vec![Arm { variant: None, rule: rule? }], None)
        }
        Kind::Enum(variants) => {
            // An enum without any attribute is no mistake: `#[cfg]` may have removed the variants that had one.
            let rest = match said {
                Some(said) => rule_of_enum(said, errors),
                None => Some(Rule::Permanent),
            };
            let mut is_rest_used = false;
            let mut arms = Vec::new();
            for variant in variants {
                match variant.said {
                    Some(said) => {
                        let rule = rule(said, &variant.ident, variant.fields, errors);
                        arms.extend(rule.map(|rule| Arm { variant: Some(variant.ident), rule }));
                    }
                    None => is_rest_used = true,
                }
            }
            (arms, rest.filter(|_| is_rest_used))
        }
        Kind::Union(span) => {
            errors.at(
                span,
                format!("`Transient` cannot be derived for a union, which does not know what it holds: write `impl Transient for {ident}`"),
            );
            return None;
        }
    };
    Some(Model { ident, generics, krate, arms, rest })
}

/// The message for a struct without an attribute, which would always be permanent.
fn silent_struct(ident: &Ident, fields: &[Field]) -> String {
    let forward = match fields {
        [Field { member: Member::Unnamed(_), .. }] => "`#[transient(forward)]` to ask what it wraps, ".to_owned(),
        _ => {
            let mut names = fields.iter().map(|field| show(&field.member));
            let source = names.find(|name| is_usual("forward", name));
            let write = |source| format!("`#[transient(forward = {source})]` to ask what it wraps, ");
            source.map(write).unwrap_or_default()
        }
    };
    format!(
        "`{ident}` says nothing about another attempt and would always be permanent: write `#[transient(when = Self::is_transient)]` above it, {forward}`#[transient]` for always, or `#[permanent]` for never"
    )
}

/// The verdict on the variants that say nothing themselves.
fn rule_of_enum(said: Declaration, errors: &mut Errors) -> Option<Rule> {
    let key = said.key;
    match said.what {
        What::Permanent => Some(Rule::Permanent),
        What::Transient => Some(Rule::Transient),
        What::When(predicate) => Some(when_self(predicate, errors)),
        What::RetryAfter(_) | What::Forward(_) => {
            errors.at(
                key.span(),
                format!(
                    "`{key}` is about a field, and each variant has its own: write `#[transient({key})]` on a variant"
                ),
            );
            None
        }
        What::Unreadable => None,
    }
}

/// The rule of a variant or struct with these fields.
fn rule(said: Declaration, of: &Ident, fields: Vec<Field>, errors: &mut Errors) -> Option<Rule> {
    let key = said.key;
    match said.what {
        What::Permanent => Some(Rule::Permanent),
        What::Transient => Some(Rule::Transient),
        What::When(predicate) => {
            let gets =
                format!("the fields of `{of}`, and no `self`: to look at the whole error, write `when` on the type");
            no_receiver(&predicate, &gets, errors);
            Some(Rule::WhenFields { predicate, fields })
        }
        What::RetryAfter(value) => {
            let field = named(&key, value, of, &fields, errors)?;
            Some(Rule::RetryAfter { key, field })
        }
        What::Forward(value) => {
            let field = named(&key, value, of, &fields, errors)?;
            Some(Rule::Forward { key, field })
        }
        What::Unreadable => None,
    }
}

/// A predicate that gets the whole error.
fn when_self(predicate: Expr, errors: &mut Errors) -> Rule {
    no_receiver(&predicate, "the error as its argument, and no `self`: write `|error| …`", errors);
    Rule::WhenSelf { predicate }
}

/// Refuses `self` in a predicate: the compiler's own message would be about a module.
fn no_receiver(predicate: &Expr, gets: &str, errors: &mut Errors) {
    if let Some(span) = receiver(predicate.to_token_stream()) {
        errors.at(span, format!("the predicate of `when` gets {gets}"));
    }
}

/// The span of the first `self` in the tokens that is a variable.
fn receiver(tokens: TokenStream) -> Option<Span> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().find_map(|(index, token)| match token {
        TokenTree::Group(group) => receiver(group.stream()),
        TokenTree::Ident(ident) => (ident == "self" && is_variable(&tokens, index)).then(|| ident.span()),
        _ => None,
    })
}

/// The field that the option means: the one it names, or the only one.
fn named(key: &Ident, value: Option<Expr>, of: &Ident, fields: &[Field], errors: &mut Errors) -> Option<Field> {
    let names: Vec<String> = fields.iter().map(|field| show(&field.member)).collect();
    let [first, ..] = fields else {
        let purpose = if key == "forward" { "asks the error in a field" } else { "is read from a field" };
        errors.at(key.span(), format!("`{key}` {purpose}, and `{of}` has none: write `#[transient]` alone"));
        return None;
    };
    let Some(value) = value else {
        if fields.len() == 1 {
            return Some(first.clone());
        }
        let example =
            names.iter().find(|name| is_usual(&key.to_string(), name)).cloned().unwrap_or_else(|| show(&first.member));
        errors
            .at(key.span(), format!("`{of}` has {} fields: write which one, as in `{key} = {example}`", fields.len()));
        return None;
    };
    let name = match &value {
        Expr::Path(ExprPath { qself: None, path, .. }) => path.get_ident().map(ToString::to_string),
        Expr::Lit(ExprLit { lit: Lit::Int(index), .. }) => Some(index.base10_digits().to_owned()),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if names.contains(&text.value()) => {
            let field = text.value();
            errors.on(&value, format!("a field is named without quotes: write `{key} = {field}`"));
            return None;
        }
        _ => None,
    };
    let Some(name) = name else {
        let computed =
            if key == "forward" { "" } else { "; to compute the delay, write a `when` that returns a `Verdict`" };
        let example = show(&first.member);
        errors.on(&value, format!("`{key}` is the name or index of a field: write `{key} = {example}`{computed}"));
        return None;
    };
    let found = fields.iter().find(|field| show(&field.member) == name);
    if found.is_none() {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let instead = match (suggest::nearest(&name, names.iter().copied()), &first.member) {
            (Some(near), Member::Named(_)) => format!("did you mean `{near}`?"),
            _ if names.len() == 1 => format!("its only field is {}", suggest::list(&names, "and")),
            _ => format!("its fields are {}", suggest::list(&names, "and")),
        };
        errors.on(&value, format!("`{of}` has no field `{name}`: {instead}"));
    }
    found.cloned()
}

/// Whether a field of this name is what the option usually means.
fn is_usual(key: &str, field: &str) -> bool {
    match field {
        "source" | "error" | "inner" => key == "forward",
        _ => key == "retry_after" && field.contains("after"),
    }
}
