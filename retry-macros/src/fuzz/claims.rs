//! What holds of every expansion, whatever the tokens; `fuzz/` at the top of the repository claims it too.

use proc_macro2::TokenStream;

/// The attribute expands a function, or emits the item untouched beside the errors. Panics where it does neither.
pub(crate) fn attribute(options: TokenStream, item: TokenStream) {
    let untouched = item.to_string();
    let output = crate::attribute::attribute(options, item).to_string();
    let (is_error, starts_untouched) = (output.contains("compile_error"), output.starts_with(untouched.trim_end()));
    assert!(!output.is_empty(), "an attribute without output");
    assert!(output.contains("__retry_call") || is_error, "neither expanded nor refused: {output}");
    assert!(!is_error || starts_untouched || untouched.contains("compile_error"), "changed beside an error: {output}");
}

/// A derive adds to the item and never repeats it: an implementation, or errors with one beside them. Panics where it
/// is neither.
pub(crate) fn derive(item: TokenStream) {
    let output = crate::derive::derive(item);
    assert!(syn::parse2::<syn::File>(output.clone()).is_ok(), "no items: {output}");
    let output = output.to_string();
    assert!(output.contains("fn verdict") || output.contains("compile_error"), "neither derived nor refused: {output}");
}
