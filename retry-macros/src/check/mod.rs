//! The rules that need more than one token: options that contradict each other, and functions that cannot be retried. A
//! model that passes can be expanded.

mod attempt;
mod exclusive;
mod function;
mod options;
mod returned;

use crate::errors::Errors;
use crate::model::{Function, Model};
use crate::options::Options;
use function::Checked;

pub(crate) fn check(options: Options, function: Option<Function>, errors: &mut Errors) -> Option<Model> {
    options::check(&options, function.as_ref(), errors);
    let function = function?;
    let Checked { shape, attempt, outcome_span, exclusive } = function::check(&function, &options, errors)?;
    Some(Model { function, shape, attempt, outcome_span, exclusive, options })
}
