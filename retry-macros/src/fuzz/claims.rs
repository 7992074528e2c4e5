//! What holds for the output of all tokens. The fuzz targets in `fuzz/` at the top of the repository assert it too.

use proc_macro2::TokenStream;

/// The attribute expands a function, or emits the unchanged item beside errors. Panics if it does neither.
pub(crate) fn attribute(options: TokenStream, item: TokenStream) {
    let untouched = item.to_string();
    let output = crate::attribute::attribute(options, item).to_string();
    let (is_error, starts_untouched) = (output.contains("compile_error"), output.starts_with(untouched.trim_end()));
    assert!(!output.is_empty(), "an attribute without output");
    assert!(output.contains("__retry_call") || is_error, "neither expanded nor refused: {output}");
    assert!(!is_error || starts_untouched || untouched.contains("compile_error"), "changed beside an error: {output}");
}

/// The derive emits an implementation, or errors, beside which there may be one. It never repeats the item. Panics if
/// it does neither.
pub(crate) fn derive(item: TokenStream) {
    let output = crate::derive::derive(item);
    assert!(syn::parse2::<syn::File>(output.clone()).is_ok(), "no items: {output}");
    let output = output.to_string();
    assert!(output.contains("fn verdict") || output.contains("compile_error"), "neither derived nor refused: {output}");
}
