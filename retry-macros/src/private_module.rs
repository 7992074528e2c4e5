use proc_macro2::{Ident, Span};

/// The name of the hidden module in `retry_core` that generated code calls. It carries the version: a `retry_core` of
/// another one has no such module, which is a single clear error.
pub(crate) fn private_module(span: Span) -> Ident {
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    Ident::new(&format!("__private_{version}"), span)
}
