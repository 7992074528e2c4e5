//! Where a timer is needed and there is none.

use std::panic::catch_unwind;
use std::time::Duration;

use super::choice::{Timer, first_timer};

/// A timer of the first runtime that is in reach.
///
/// # Panics
///
/// Where none is. The panic names `caller`, and is at the caller of this.
#[track_caller]
pub(in crate::engine) fn timer(delay: Duration, caller: &str) -> Timer {
    // Tokio's own panic says what is wrong with it, but neither where nor what else there is.
    match catch_unwind(|| first_timer(delay)) {
        Ok(Some(timer)) => timer,
        Ok(None) | Err(_) => missing(caller),
    }
}

#[cold]
#[track_caller]
fn missing(caller: &str) -> ! {
    let caller = caller.trim_end_matches("::{{closure}}");
    panic!("`{caller}` has no timer to wait with, as {WHY}; {REMEDIES}, or say how to wait with `sleep = …`")
}

#[cfg(feature = "tokio")]
const WHY: &str = "it runs outside of a tokio runtime whose time is enabled";
#[cfg(feature = "tokio")]
const REMEDIES: &str = "run it within one, enable retry-core's feature `async-io`, which works everywhere";

#[cfg(not(feature = "tokio"))]
const WHY: &str = "retry-core is built without a runtime";
#[cfg(not(feature = "tokio"))]
const REMEDIES: &str = "enable its feature `tokio`, `async-io` (smol, async-std) or `wasm` (JavaScript)";
