//! The first stage: it reads the tokens. Whether the parts fit together is for `check`.

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
