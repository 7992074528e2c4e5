//! The runtime: its timer and its clock; and what the system gives that it runs on: a clock for threads, and random
//! numbers. No other file of the engine names one.
//!
//! The first of these that is compiled in and in reach has the wait:
//!
//! | module | feature | in reach |
//! |---|---|---|
//! | `js` | `wasm` | on `wasm32-unknown-unknown`, and always there |
//! | `tokio` | `tokio` | within a tokio runtime |
//! | `async_io` | `async-io` | everywhere, as it has a thread of its own |
//!
//! A new one is a file, which implements [`Runtime`], its line below, and its place in `choice`.

#[cfg(all(feature = "async-io", not(target_family = "wasm")))]
mod async_io;
mod choice;
mod first_of;
#[cfg(all(feature = "wasm", target_family = "wasm", target_os = "unknown"))]
mod js;
mod missing;
#[cfg(all(feature = "std", not(all(feature = "wasm", target_family = "wasm", target_os = "unknown"))))]
mod system;
#[cfg(all(feature = "tokio", not(all(target_family = "wasm", target_os = "unknown"))))]
mod tokio;

use core::future::Future;
use core::pin::Pin;
use core::time::Duration;

pub(super) use self::choice::Timer;
pub use self::choice::name;
#[cfg(feature = "std")]
pub(super) use self::choice::{Instant, ThreadInstant, block_thread, random_bits};
pub(super) use self::missing::with_timer;

/// What gives calls their timers.
trait Runtime {
    /// A future that is ready when its time has come.
    type Timer: Future<Output = ()>;

    /// The name of the runtime, which is that of its feature, unless it is known to be out of reach.
    fn name() -> Option<&'static str>;

    /// A timer that rings after `delay`, if the runtime is in reach.
    ///
    /// # Panics
    ///
    /// Where only a panic tells that it is not. That is at the caller of this.
    #[track_caller]
    fn timer(delay: Duration) -> Option<Self::Timer>;

    /// Whether the time has come for a timer that was just polled and is not ready. That is for a runtime whose
    /// timers may put off saying so.
    fn is_due(_timer: Pin<&Self::Timer>) -> bool {
        false
    }
}
