//! Hooks: functions with one argument, which are called without `await`.

use proc_macro2::Span;
use syn::{Error, Expr, Result};

use super::values;

pub(crate) fn hook(key: &str, example: &str, value: Expr) -> Result<Expr> {
    let value = values::callable(key, example, value)?;
    let Expr::Closure(closure) = &value else { return Ok(value) };
    let body = "or await in the body, where `context = attempt` says which attempt it is";
    let (argument, fields, remedy) = match key {
        "on_retry" => ("event", "`failure`, `attempt` and `delay`", body),
        "on_give_up" => ("event", "`failure`, `attempt` and `reason`", body),
        _ => ("report", "`attempts`, `elapsed` and `gave_up`", "or keep the report and await after the call"),
    };
    let asyncness = closure.asyncness.as_ref().map(|keyword| keyword.span);
    if let Some(keyword) = asyncness.or_else(|| awaits(&closure.body)) {
        return Err(Error::new(
            keyword,
            format!(
                "`{key}` is called and not awaited: start a task, as in `{key} = |{argument}| {{ tokio::spawn(tell({argument}.to_string())); }}`, {remedy}"
            ),
        ));
    }
    let error = || format!("`{key}` has one argument, the {argument}, which holds {fields}: write `{example}`");
    match closure.inputs.len() {
        0 => Err(Error::new_spanned(closure.inputs_begin, error())),
        1 => Ok(value),
        _ => Err(Error::new_spanned(&closure.inputs, error())),
    }
}

/// The keyword with which the body of a closure makes a future, or awaits one.
fn awaits(body: &Expr) -> Option<Span> {
    match body {
        Expr::Async(block) => Some(block.async_token.span),
        Expr::Await(awaited) => Some(awaited.await_token.span),
        Expr::Group(group) => awaits(&group.expr),
        Expr::Paren(paren) => awaits(&paren.expr),
        _ => None,
    }
}
