//! The attribute `#[retry]`, from its tokens to its output.

use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::{check, expand, parse};

/// The expansion, or the unchanged item and an error for every mistake.
pub(crate) fn attribute(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = parse::options::parse(options, &mut errors);
    let function = parse::function::parse(item.clone(), &mut errors);
    let model = check::check(options, function, &mut errors);
    match (model, errors.into_compile_errors()) {
        (Some(model), None) => expand::expand(&model),
        (_, compile_errors) => {
            let mut output = item;
            output.extend(compile_errors);
            output
        }
    }
}
