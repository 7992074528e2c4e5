//! Where a timer is needed and there is none.

#[cfg(feature = "std")]
use core::panic::AssertUnwindSafe;
use core::time::Duration;
#[cfg(feature = "std")]
use std::panic::catch_unwind;

use super::choice::Timer;
use crate::engine::name::Name;

/// Hands a timer of the first runtime that is in reach to `begin`, which puts it in its place: it is large to move,
/// where a panic of its maker is caught.
///
/// # Panics
///
/// Where there is none. The panic is at the caller of this and names `caller`.
#[track_caller]
pub(in crate::engine) fn with_timer(delay: Duration, caller: Name, begin: impl FnOnce(Timer)) {
    let make = || Timer::first(delay).map(begin);
    // Tokio's own panic says what is wrong with it, but neither for whom nor what else there is.
    #[cfg(feature = "std")]
    let make = || catch_unwind(AssertUnwindSafe(make)).ok().flatten();
    if make().is_none() {
        missing(caller);
    }
}

#[cold]
#[track_caller]
fn missing(caller: Name) -> ! {
    let caller = caller.get();
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
