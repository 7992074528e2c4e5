//! The `#[retry]` attribute and `#[derive(Transient)]` of `retry-core`. Depend on `retry-core` alone: it re-exports and
//! documents both.
//!
//! An attribute goes through four stages, a module each:
//!
//! 1. `parse` reads the tokens: the options as key and value, the function as signature and unread body;
//! 2. `model` has the types of what was read: one typed value per option, one shape per kind of function;
//! 3. `check` applies the rules that need more than one token;
//! 4. `expand` turns a checked model into tokens, and cannot fail.
//!
//! If there is a mistake, the function is emitted unchanged beside the errors, so that its callers still compile. The
//! derive, in `derive`, has the same stages.

// A macro never panics: the compiler would report the panic, and not the user's mistake.
#![deny(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unreachable, clippy::unwrap_used)]

extern crate alloc;

mod attribute;
mod check;
mod defaults;
mod derive;
mod docs;
mod duration;
mod duration_text;
mod errors;
mod expand;
mod model;
mod options;
mod parse;
mod private_module;
mod setting;
mod suggest;

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod rules;

/// Retries the transient failures of a function; documented where `retry_core` re-exports it.
#[proc_macro_attribute]
pub fn retry(options: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    attribute::attribute(options.into(), item.into()).into()
}

/// Derives the verdict on an error; documented where `retry_core` re-exports it.
#[proc_macro_derive(Transient, attributes(transient, permanent))]
pub fn derive_transient(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive::derive(item.into()).into()
}
