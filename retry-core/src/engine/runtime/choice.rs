//! The runtimes that are compiled in, and the order in which they are tried.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use pin_project_lite::pin_project;

use super::Runtime;
#[cfg(all(feature = "async-io", not(target_family = "wasm")))]
use super::async_io::AsyncIo;
use super::first_of::FirstOf;
#[cfg(not(all(feature = "async-io", not(target_family = "wasm"))))]
use super::first_of::NotCompiled as AsyncIo;
#[cfg(not(all(feature = "wasm", target_family = "wasm", target_os = "unknown")))]
use super::first_of::NotCompiled as Js;
#[cfg(not(all(feature = "tokio", not(all(target_family = "wasm", target_os = "unknown")))))]
use super::first_of::NotCompiled as Tokio;
#[cfg(all(feature = "wasm", target_family = "wasm", target_os = "unknown"))]
use super::js::Js;
#[cfg(all(feature = "tokio", not(all(target_family = "wasm", target_os = "unknown"))))]
use super::tokio::Tokio;

#[cfg(all(feature = "wasm", target_family = "wasm", target_os = "unknown"))]
pub(in crate::engine) use super::js::{Instant, ThreadInstant, block_thread, random_bits};
#[cfg(all(
    feature = "std",
    not(feature = "tokio"),
    not(all(feature = "wasm", target_family = "wasm", target_os = "unknown"))
))]
pub(in crate::engine) use super::system::ThreadInstant as Instant;
#[cfg(all(feature = "std", not(all(feature = "wasm", target_family = "wasm", target_os = "unknown"))))]
pub(in crate::engine) use super::system::{ThreadInstant, block_thread, random_bits};
#[cfg(all(feature = "tokio", not(all(target_family = "wasm", target_os = "unknown"))))]
pub(in crate::engine) use super::tokio::Instant;

type InOrder = FirstOf<Js, FirstOf<Tokio, AsyncIo>>;

pin_project! {
    /// A timer of the first runtime that was available.
    pub(in crate::engine) struct Timer {
        #[pin]
        timer: <InOrder as Runtime>::Timer,
    }
}

impl Timer {
    /// A timer that is ready after `delay`, of the first runtime that is available.
    ///
    /// # Panics
    ///
    /// As [`Runtime::timer`].
    #[expect(clippy::manual_map, reason = "a panic in a closure would not have the location of the caller")]
    #[inline]
    #[track_caller]
    pub(super) fn first(delay: Duration) -> Option<Self> {
        match InOrder::timer(delay) {
            Some(timer) => Some(Self { timer }),
            None => None,
        }
    }

    /// Whether the time has come, although the timer was just polled and is not ready.
    pub(in crate::engine) fn is_due(self: Pin<&mut Self>) -> bool {
        InOrder::is_due(self.project().timer.as_ref())
    }
}

impl Future for Timer {
    type Output = ();

    #[inline]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.project().timer.poll(context)
    }
}

/// The name of the [runtime](crate#runtimes) that a call here would use, which is the name of its feature. `None` if no
/// runtime is available.
///
/// Without the feature `async-io`, tokio counts as available everywhere, because this crate then does not use the part
/// of tokio that tells whether its runtime is running.
///
/// ```
/// # #[cfg(all(feature = "tokio", not(feature = "async-io")))]
/// assert_eq!(retry_core::runtime_name(), Some("tokio"));
/// ```
#[must_use]
pub fn name() -> Option<&'static str> {
    InOrder::name()
}
