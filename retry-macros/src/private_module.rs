use proc_macro2::{Ident, Span};

/// The name of the hidden module in `retry_core` that generated code calls. The name contains the version of this
/// crate. A `retry_core` of another version has no module of this name, and the compiler reports that in a single
/// error.
pub(crate) fn private_module(span: Span) -> Ident {
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    Ident::new(&format!("__private_{version}"), span)
}
