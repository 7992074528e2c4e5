//! From tokens to syntax: what was written, before anything is asked about how it fits together.

pub(crate) mod body;
pub(crate) mod entries;
pub(crate) mod function;
pub(crate) mod head;
pub(crate) mod hooks;
mod instrumented;
pub(crate) mod options;
pub(crate) mod schedule;
pub(crate) mod tokens;
pub(crate) mod values;
