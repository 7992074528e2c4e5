//! `#[derive(Transient)]`, in the same stages as `#[retry]`: `parse` reads the attributes, `model` has the types of
//! what was read, `check` compares it with the fields, and `expand` turns a checked model into tokens.

mod check;
mod expand;
mod model;
mod parse;
mod words;

#[cfg(test)]
mod rules;

use proc_macro2::TokenStream;

use crate::errors::Errors;

/// The implementation, or an error for every mistake. Beside the errors there is an implementation too, if the type
/// could be read, so that code that needs it reports no errors of its own.
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
