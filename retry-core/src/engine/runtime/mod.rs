//! Runtimes: the timer and the clock of async calls. And the platform: the clock and the sleep of threads, and random
//! bits.
//!
//! No other module of the engine names a runtime. A timer belongs to the first of these runtimes that is compiled in
//! and available:
//!
//! | module | feature | available |
//! |---|---|---|
//! | `js` | `wasm` | always, on `wasm32-unknown-unknown` |
//! | `tokio` | `tokio` | inside a tokio runtime |
//! | `async_io` | `async-io` | always, because it has its own thread |
//!
//! `choice` has the order, `first_of` tries two runtimes in turn, and `missing` is the panic if there is none. A new
//! runtime is a file that implements [`Runtime`], its line below, and its place in `choice`.

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

/// A source of timers.
trait Runtime {
    /// A future that is ready when its time has come.
    type Timer: Future<Output = ()>;

    /// The name of the runtime, which is that of its feature. `None` if the runtime is known to be unavailable.
    fn name() -> Option<&'static str>;

    /// A timer that is ready after `delay`. `None` if the runtime is known to be unavailable.
    ///
    /// # Panics
    ///
    /// If the runtime is unavailable and only its own panic tells so. The panic has the location of the caller.
    #[track_caller]
    fn timer(delay: Duration) -> Option<Self::Timer>;

    /// Whether the time of a timer has come, although it was just polled and is not ready. Some runtimes' timers can be
    /// late in that way.
    fn is_due(_timer: Pin<&Self::Timer>) -> bool {
        false
    }
}
