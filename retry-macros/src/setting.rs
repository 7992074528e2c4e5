//! The kinds of values that options have.

use std::time::Duration;

use proc_macro2::Ident;
use syn::{Expr, ExprPath, Lit};

/// A value with the key it was given for.
pub(crate) struct Setting<T> {
    pub key: Ident,
    pub value: T,
}

/// A value known at compile time: to the macro, or only to the compiler.
pub(crate) enum Constant<T> {
    Literal(T, Lit),
    Expression(Expr),
}

impl<T> Constant<T> {
    pub(crate) fn literal(&self) -> Option<&T> {
        match self {
            Self::Literal(value, _) => Some(value),
            Self::Expression(_) => None,
        }
    }

    pub(crate) fn expression(&self) -> Option<&Expr> {
        match self {
            Self::Literal(..) => None,
            Self::Expression(expression) => Some(expression),
        }
    }
}

pub(crate) enum Attempts {
    Count(Constant<u32>),
    Unlimited(ExprPath),
}

pub(crate) enum Backoff {
    Curve(Curve),
    Delays(Vec<Constant<Duration>>),
    Function(Expr),
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Curve {
    Exponential,
    Linear,
    Constant,
    Fibonacci,
}

pub(crate) enum Jitter {
    Full,
    Equal,
    Share(Constant<f64>),
    Decorrelated,
    None,
}
