//! The values of the keys that are not part of the schedule, one function for each kind of value.

use proc_macro2::Ident;
use syn::{Error, Expr, ExprLit, ExprPath, Lit, LitStr, Path, Result};

/// Removes parentheses and the invisible groups that `macro_rules!` puts around its fragments.
pub(crate) fn ungroup(expr: Expr) -> Expr {
    match expr {
        Expr::Group(group) => ungroup(*group.expr),
        Expr::Paren(paren) => ungroup(*paren.expr),
        expr => expr,
    }
}

/// Whether a value is a bare `None`.
pub(crate) fn is_none(value: &Expr) -> bool {
    matches!(value, Expr::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "None"))
}

/// The value of `nested`.
pub(crate) fn nested(value: Expr) -> Result<()> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(ref text), .. }) if text.value() == "once" => Ok(()),
        value => Err(Error::new_spanned(
            value,
            "`nested` has one value: write `nested = \"once\"`, so that retried calls within an attempt make one attempt each",
        )),
    }
}

pub(crate) const FLAG_WITH_VALUE: &str = "`blocking` is a flag and takes no value: write `blocking` alone";

/// Refuses the value of a flag.
pub(crate) fn flag(value: Expr) -> Result<()> {
    Err(Error::new_spanned(value, FLAG_WITH_VALUE))
}

pub(crate) fn boolean(key: &str, value: Expr) -> Result<bool> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Bool(value), .. }) => Ok(value.value),
        value => Err(Error::new_spanned(value, format!("`{key}` is `true` or `false`: write `{key} = false`"))),
    }
}

/// A function, a method or a closure.
pub(crate) fn callable(key: &str, example: &str, value: Expr) -> Result<Expr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Bool(flag), .. }) if key == "transient" => Err(Error::new(
            flag.span(),
            format!(
                "`transient` is asked about each error: write `transient = |_| {}`, or a path to a predicate",
                flag.value
            ),
        )),
        Expr::Lit(ExprLit { lit: Lit::Str(ref text), .. }) => {
            Err(Error::new_spanned(&value, format!("`{key}` is not a string: write `{key} = {}`", text.value())))
        }
        Expr::Lit(_) | Expr::Array(_) | Expr::Tuple(_) => Err(Error::new_spanned(
            value,
            format!("`{key}` is a function: write its path or a closure, as in `{example}`"),
        )),
        value => Ok(value),
    }
}

/// An expression of a type that has no literals.
pub(crate) fn object(key: &str, what: &str, example: &str, value: Expr) -> Result<Expr> {
    match value {
        Expr::Lit(_) => Err(Error::new_spanned(value, format!("`{key}` is {what}: write `{example}`"))),
        value => Ok(value),
    }
}

fn is_constructor(path: &ExprPath) -> bool {
    path.path.segments.last().is_some_and(|segment| segment.ident == "new")
}

/// Whether the expression makes a new value, by `new` or by the `build…` of a builder.
fn is_made_here(value: &Expr) -> bool {
    match value {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if is_constructor(path)),
        Expr::MethodCall(call) => call.method.to_string().starts_with("build"),
        Expr::Try(inner) => is_made_here(&inner.expr),
        _ => false,
    }
}

/// The place of a value that calls share, such as a `static` or a field.
pub(crate) fn place(key: &str, what: &str, example: &str, value: Expr) -> Result<Expr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(ref text), .. }) => Err(Error::new_spanned(
            &value,
            format!("`{key}` names the place of {what} and takes no string: write `{key} = {}`", text.value()),
        )),
        ref made if is_made_here(made) => Err(Error::new_spanned(
            value,
            format!(
                "each call would have {what} of its own, which no other call shares: keep it in a `static` or a field and write `{example}`"
            ),
        )),
        Expr::Lit(_) | Expr::Closure(_) | Expr::Array(_) | Expr::Tuple(_) | Expr::Struct(_) => Err(Error::new_spanned(
            value,
            format!("`{key}` names the place of {what}, which calls share: write `{example}`"),
        )),
        value => Ok(value),
    }
}

pub(crate) fn path(key: &str, what: &str, value: Expr) -> Result<Path> {
    match value {
        Expr::Path(ExprPath { qself: None, path, .. }) => Ok(path),
        Expr::Lit(ExprLit { lit: Lit::Str(ref text), .. }) => Err(Error::new_spanned(
            &value,
            format!("`{key}` is a path, not a string: write `{key} = {}`", text.value()),
        )),
        value => Err(Error::new_spanned(value, format!("`{key}` is the path of {what}: write `{key} = path::to::it`"))),
    }
}

pub(crate) fn text(key: &str, value: Expr) -> Result<LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text),
        value => Err(Error::new_spanned(value, format!("`{key}` is a string literal: write `{key} = \"billing\"`"))),
    }
}

pub(crate) fn identifier(key: &str, value: Expr) -> Result<Ident> {
    let error = format!("`{key}` names a variable for the body: write `{key} = attempt`");
    let variable = match &value {
        Expr::Path(ExprPath { qself: None, path, .. }) => path.get_ident().cloned(),
        _ => None,
    };
    variable.filter(|variable| variable != "self" && variable != "Self").ok_or_else(|| Error::new_spanned(value, error))
}
