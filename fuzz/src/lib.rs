//! Code that the targets share: the source of retry-macros, and the way from the bytes of an input to tokens.
//!
//! A macro crate exports nothing but its macros. So its modules are included here, each under its own name. Outside of
//! a compiler, proc-macro2 takes the place of the compiler's tokens.

#![forbid(unsafe_code)]
#![allow(dead_code, reason = "the macros' own entry points are not included")]

extern crate alloc;

#[path = "../../retry-macros/src/attribute.rs"]
mod attribute;
#[path = "../../retry-macros/src/check/mod.rs"]
mod check;
#[path = "../../retry-macros/src/fuzz/claims.rs"]
mod claims;
#[path = "../../retry-macros/src/defaults.rs"]
mod defaults;
#[path = "../../retry-macros/src/derive/mod.rs"]
mod derive;
#[path = "../../retry-macros/src/docs/mod.rs"]
mod docs;
#[path = "../../retry-macros/src/duration.rs"]
mod duration;
#[path = "../../retry-macros/src/duration_text.rs"]
mod duration_text;
#[path = "../../retry-macros/src/errors.rs"]
mod errors;
#[path = "../../retry-macros/src/expand/mod.rs"]
mod expand;
#[path = "../../retry-macros/src/model.rs"]
mod model;
#[path = "../../retry-macros/src/options.rs"]
mod options;
#[path = "../../retry-macros/src/parse/mod.rs"]
mod parse;
#[path = "../../retry-macros/src/private_module.rs"]
mod private_module;
#[path = "../../retry-macros/src/setting.rs"]
mod setting;
#[path = "../../retry-macros/src/suggest.rs"]
mod suggest;

use proc_macro2::TokenStream;

/// The greatest depth of groups within groups. Deeper ones would overflow this thread's stack, and rustc refuses them
/// by itself.
const DEPTH: usize = 48;

/// Expands the attribute whose options are the first line and whose item is the rest.
pub fn expand_attribute(input: &str) {
    let (options, item) = input.split_once('\n').unwrap_or((input, "async fn f() -> Result<(), E> {}"));
    if let (Some(options), Some(item)) = (tokens(options), tokens(item)) {
        claims::attribute(options, item);
    }
}

/// Derives for the item.
pub fn expand_derive(input: &str) {
    if let Some(item) = tokens(input) {
        claims::derive(item);
    }
}

/// The keys of the attribute with an example of each, for the dictionary.
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    options::KEYS.iter().copied()
}

fn tokens(text: &str) -> Option<TokenStream> {
    let mut depth = 0_usize;
    let is_flat = text.bytes().all(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth <= DEPTH
    });
    if is_flat { text.parse().ok() } else { None }
}
