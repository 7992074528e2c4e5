//! What a type says about its verdicts: [`Item`] as it was written, [`Model`] after the checks.

use proc_macro2::{Ident, Span};
use syn::{Expr, Generics, Member, Path, Type};

/// The type as it was written.
pub(super) struct Item {
    pub ident: Ident,
    pub generics: Generics,
    pub krate: Crate,
    /// What the attributes on the whole type say.
    pub said: Option<Declaration>,
    pub kind: Kind,
}

pub(super) enum Kind {
    Struct(Vec<Field>),
    Enum(Vec<Variant>),
    /// The span of `union`.
    Union(Span),
}

pub(super) struct Variant {
    pub ident: Ident,
    pub fields: Vec<Field>,
    pub said: Option<Declaration>,
}

#[derive(Clone)]
pub(super) struct Field {
    pub member: Member,
    pub ty: Type,
}

/// Where `retry_core` is.
pub(super) enum Crate {
    Default,
    At(Path),
    /// `crate = …` was written and could not be read.
    Unreadable,
}

/// What one `#[transient]` or `#[permanent]` says, and the word in it that decides.
pub(super) struct Declaration {
    pub key: Ident,
    pub what: What,
}

pub(super) enum What {
    Permanent,
    Transient,
    /// A field holds the server's hint.
    RetryAfter(Option<Expr>),
    /// A field holds an error, whose verdict is returned.
    Forward(Option<Expr>),
    When(Expr),
    /// A mistake that has been reported.
    Unreadable,
}

/// A type whose every value has a verdict.
pub(super) struct Model {
    pub ident: Ident,
    pub generics: Generics,
    pub krate: Option<Path>,
    pub arms: Vec<Arm>,
    /// The verdict on the variants that have no arm, if there are any.
    pub rest: Option<Rule>,
}

/// One variant, or the struct itself if `variant` is `None`.
pub(super) struct Arm {
    pub variant: Option<Ident>,
    pub rule: Rule,
}

/// How a verdict is reached. The key is the word of the attribute that asked for it.
pub(super) enum Rule {
    Permanent,
    Transient,
    RetryAfter { key: Ident, field: Field },
    Forward { key: Ident, field: Field },
    WhenFields { predicate: Expr, fields: Vec<Field> },
    WhenSelf { predicate: Expr },
}

/// The name of a field in an option.
pub(super) fn show(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
