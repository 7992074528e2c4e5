//! The values of the keys that make up a schedule: durations, numbers, curve and jitter.

use std::time::Duration;

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::{Error, Expr, ExprLit, Lit, LitStr, Result, UnOp};

use super::values::ungroup;
use crate::duration;
use crate::errors::Errors;
use crate::setting::{Attempts, Backoff, Constant, Curve, Jitter};
use crate::suggest;

pub(crate) fn duration(key: &str, value: Expr) -> Result<Constant<Duration>> {
    duration_written(value, &|text| format!("`{key} = \"{text}\"`"))
}

fn duration_written(value: Expr, write: &dyn Fn(&str) -> String) -> Result<Constant<Duration>> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => Ok(Constant::Literal(duration::parse(&lit, write)?, lit)),
        Expr::Unary(ref unary) if matches!((&unary.op, &*unary.expr), (UnOp::Neg(_), Expr::Lit(_))) => {
            Err(Error::new_spanned(value, format!("a duration cannot be negative: write {}", write("500ms"))))
        }
        value => Ok(Constant::Expression(value)),
    }
}

pub(crate) fn factor(value: Expr) -> Result<Constant<f64>> {
    let negative =
        matches!(&value, Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) && matches!(*unary.expr, Expr::Lit(_)));
    let number = match &value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => {
            without_suffix("factor", number.base10_digits(), number.suffix(), "f64", number.span())?;
            number.base10_parse::<f64>().ok()
        }
        Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => {
            without_suffix("factor", number.base10_digits(), number.suffix(), "f64", number.span())?;
            number.base10_parse::<f64>().ok()
        }
        Expr::Lit(_) => None,
        _ if negative => Some(-1.0),
        _ => return Ok(Constant::Expression(value)),
    };
    match (number, value) {
        (Some(number), Expr::Lit(ExprLit { lit, .. })) if number.is_finite() && number >= 1.0 => {
            Ok(Constant::Literal(number, lit))
        }
        (Some(_), value) => Err(Error::new_spanned(
            value,
            "`factor` must be a finite number of at least 1: delays grow or stay, they never shrink; write `factor = 2`, or `backoff = \"constant\"` for equal ceilings",
        )),
        (None, value) => Err(Error::new_spanned(value, "`factor` is a number of at least 1: write `factor = 2`")),
    }
}

/// Refuses a suffix. Of `6x` and `6ms` only the digits would be read, and `6u64` has another type.
fn without_suffix(key: &str, digits: &str, suffix: &str, ty: &str, span: Span) -> Result<()> {
    if suffix.is_empty() || suffix == ty {
        return Ok(());
    }
    Err(Error::new(span, format!("`{key}` is a number alone, without `{suffix}`: write `{key} = {digits}`")))
}

pub(crate) fn attempts(value: Expr) -> Result<Attempts> {
    if let Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) = &value {
        without_suffix("attempts", number.base10_digits(), number.suffix(), "u32", number.span())?;
    }
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => match number.base10_parse::<u32>() {
            Ok(0) => Err(Error::new(
                number.span(),
                "`attempts` counts every attempt, the first one included, so it is at least 1: write `attempts = 1` for a single attempt",
            )),
            Ok(count) => Ok(Attempts::Count(Constant::Literal(count, Lit::Int(number)))),
            Err(_) => Err(Error::new(
                number.span(),
                "`attempts` is a whole number that fits in 32 bits: write `attempts = 6`",
            )),
        },
        Expr::Path(path) if path.path.is_ident("unlimited") => Ok(Attempts::Unlimited(path)),
        Expr::Lit(_) | Expr::Unary(_) => {
            Err(Error::new_spanned(value, "`attempts` is a whole number of at least 1: write `attempts = 6`"))
        }
        value => Ok(Attempts::Count(Constant::Expression(value))),
    }
}

pub(crate) fn jitter(value: Expr) -> Result<Jitter> {
    const NAMES: [&str; 4] = ["full", "equal", "decorrelated", "none"];
    let kinds = || format!("one of {} as a string, or a share from 0 to 1", suggest::list(&NAMES, "or"));
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => match text.value().as_str() {
            "full" => Ok(Jitter::Full),
            "equal" => Ok(Jitter::Equal),
            "decorrelated" => Ok(Jitter::Decorrelated),
            "none" => Ok(Jitter::None),
            number if is_share(number) => {
                Err(Error::new(text.span(), format!("a share is a number without quotes: write `jitter = {number}`")))
            }
            other => Err(unknown_name("jitter", other, &text, &NAMES)),
        },
        Expr::Lit(ExprLit { lit: lit @ (Lit::Int(_) | Lit::Float(_)), .. }) => share(lit),
        Expr::Unary(ref unary) if matches!((&unary.op, &*unary.expr), (UnOp::Neg(_), Expr::Lit(_))) => {
            Err(Error::new_spanned(value, SHARE_OUT_OF_RANGE))
        }
        Expr::Path(ref path) => match path.path.get_ident().map(|name| name.to_string().to_lowercase()) {
            Some(name) if NAMES.contains(&name.as_str()) => {
                Err(Error::new_spanned(&value, format!("`jitter` is {}: write `jitter = \"{name}\"`", kinds())))
            }
            _ => Ok(Jitter::Share(Constant::Expression(value))),
        },
        Expr::Lit(_) | Expr::Array(_) | Expr::Tuple(_) | Expr::Closure(_) => Err(Error::new_spanned(
            value,
            format!("`jitter` is {}: write `jitter = \"full\"` or `jitter = 0.2`", kinds()),
        )),
        value => Ok(Jitter::Share(Constant::Expression(value))),
    }
}

const SHARE_OUT_OF_RANGE: &str =
    "a share of the ceiling is a number from 0 to 1: write `jitter = 0.2` for delays from 80 % of it";

fn share(literal: Lit) -> Result<Jitter> {
    let (digits, suffix) = match &literal {
        Lit::Int(number) => (number.base10_digits(), number.suffix()),
        Lit::Float(number) => (number.base10_digits(), number.suffix()),
        _ => ("", ""),
    };
    without_suffix("jitter", digits, suffix, "f64", literal.span())?;
    match digits.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(Jitter::Share(Constant::Literal(share, literal))),
        _ => Err(Error::new(literal.span(), SHARE_OUT_OF_RANGE)),
    }
}

fn is_share(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(|share| (0.0..=1.0).contains(&share))
}

pub(crate) fn backoff(value: Expr) -> Result<Backoff> {
    const NAMES: [&str; 4] = ["exponential", "linear", "constant", "fibonacci"];
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => match text.value().as_str() {
            "exponential" => Ok(Backoff::Curve(Curve::Exponential)),
            "linear" => Ok(Backoff::Curve(Curve::Linear)),
            "constant" => Ok(Backoff::Curve(Curve::Constant)),
            "fibonacci" => Ok(Backoff::Curve(Curve::Fibonacci)),
            other if duration::parse(&Lit::Str(text.clone()), &str::to_owned).is_ok() => Err(Error::new(
                text.span(),
                format!(
                    "delays stand in a list: write `backoff = [\"{other}\"]`, or `backoff = \"constant\"` with `base = \"{other}\"`"
                ),
            )),
            other => Err(unknown_name("backoff", other, &text, &NAMES)),
        },
        Expr::Array(array) if array.elems.is_empty() => {
            Err(Error::new_spanned(array, "the list of delays is empty: write `backoff = [\"100ms\", \"1s\"]`"))
        }
        Expr::Array(array) => {
            let mut errors = Errors::default();
            let delays = array.elems.into_iter().map(ungroup);
            let read = |delay| duration_written(delay, &|text| format!("`\"{text}\"`"));
            let delays = delays.filter_map(|delay| errors.ok(read(delay))).collect();
            errors.into_result().map(|()| Backoff::Delays(delays))
        }
        Expr::Lit(ExprLit { ref lit, .. }) if duration::lacks_only_quotes(&lit.to_token_stream().to_string()) => {
            Err(Error::new(
                lit.span(),
                format!("delays are strings in a list: write `backoff = [\"{}\"]`", lit.to_token_stream()),
            ))
        }
        value @ (Expr::Path(_) | Expr::Closure(_)) => Ok(Backoff::Function(value)),
        value => Err(Error::new_spanned(
            value,
            format!(
                "`backoff` is one of {} as a string, a list as in `[\"100ms\", \"1s\"]`, or a path to a `fn(u32) -> Duration`",
                suggest::list(&NAMES, "or")
            ),
        )),
    }
}

fn unknown_name(key: &str, name: &str, literal: &LitStr, names: &[&str]) -> Error {
    let near = suggest::nearest(name, names.iter().copied());
    let question = near.map(|near| format!("did you mean `{key} = \"{near}\"`? ")).unwrap_or_default();
    Error::new(
        literal.span(),
        format!("unknown {key} \"{name}\": {question}it is one of {}", suggest::list(names, "or")),
    )
}
