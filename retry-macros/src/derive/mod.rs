//! `#[derive(Transient)]`, in the same stages as `#[retry]`: `parse` reads what the attributes say, `model` is what
//! it means, `check` holds it against the fields, and `expand` turns a checked model into tokens.

mod check;
mod expand;
mod model;
mod parse;
mod words;

#[cfg(test)]
mod rules;

use proc_macro2::TokenStream;

use crate::errors::Errors;

/// The implementation, or every mistake. Beside the mistakes stands an implementation all the same, where the type
/// could be read: what relies on it has no mistake of its own to report.
pub(crate) fn derive(item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let Some(item) = parse::parse(item, &mut errors) else {
        return errors.into_compile_errors().unwrap_or_default();
    };
    let fallback = expand::fallback(&item);
    let model = check::check(item, &mut errors);
    match (model, errors.into_compile_errors()) {
        (Some(model), None) => expand::expand(&model),
        (_, compile_errors) => {
            let mut output = fallback;
            output.extend(compile_errors);
            output
        }
    }
}
