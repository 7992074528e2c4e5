//! The panic of a call that needs a timer and has no runtime.

#[cfg(feature = "std")]
use core::panic::AssertUnwindSafe;
use core::time::Duration;
#[cfg(feature = "std")]
use std::panic::catch_unwind;

use super::choice::Timer;
use crate::engine::name::Name;

/// Makes a timer of the first runtime that is available, and passes it to `begin`.
///
/// `begin` puts the timer in its place. A timer is large, and returning it from `catch_unwind` would move it twice.
///
/// # Panics
///
/// If no runtime is available. The panic has the location of the caller and names the call, `caller`.
#[track_caller]
pub(in crate::engine) fn with_timer(delay: Duration, caller: Name, begin: impl FnOnce(Timer)) {
    let make = || Timer::first(delay).map(begin);
    // Replaces tokio's own panic, which names neither the call nor the other remedies.
    #[cfg(feature = "std")]
    let make = || catch_unwind(AssertUnwindSafe(make)).ok().flatten();
    if make().is_none() {
        panic_without_timer(caller);
    }
}

#[cold]
#[track_caller]
fn panic_without_timer(caller: Name) -> ! {
    let caller = caller.get();
    panic!("`{caller}` has no timer to wait with, because {WHY}: {REMEDIES}, or wait in another way with `sleep = …`")
}

#[cfg(feature = "tokio")]
const WHY: &str = "it runs outside of a tokio runtime with the time driver enabled";
#[cfg(feature = "tokio")]
const REMEDIES: &str = "run it inside one, enable retry-core's feature `async-io`, which works everywhere";

#[cfg(not(feature = "tokio"))]
const WHY: &str = "retry-core is built without a runtime";
#[cfg(not(feature = "tokio"))]
const REMEDIES: &str = "enable its feature `tokio`, `async-io` (smol, async-std) or `wasm` (JavaScript)";
