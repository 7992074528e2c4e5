//! Tokio.

use core::pin::Pin;
use core::time::Duration;

pub(in crate::engine) use ::tokio::time::Instant;
use ::tokio::time::{Sleep, sleep};

use super::Runtime;

pub(super) struct Tokio;

impl Runtime for Tokio {
    type Timer = Sleep;

    fn name() -> Option<&'static str> {
        is_available().then_some("tokio")
    }

    /// Ready within a millisecond after the delay, and after 30 years at the latest.
    ///
    /// # Panics
    ///
    /// Inside a tokio runtime without the time driver. Without the feature `async-io` also outside of a tokio runtime.
    #[inline]
    #[track_caller]
    fn timer(delay: Duration) -> Option<Sleep> {
        if is_available() { Some(sleep(delay)) } else { None }
    }

    /// A task that has used up tokio's cooperative budget gets `Pending` from every timer, so the deadline is compared
    /// too.
    fn is_due(timer: Pin<&Sleep>) -> bool {
        Instant::now() >= timer.deadline()
    }
}

/// Whether this runs inside a tokio runtime.
///
/// Only tokio's feature `rt` can tell. That feature is most of tokio's code, so it is on only if another runtime could
/// make the timer instead.
#[cfg(feature = "async-io")]
fn is_available() -> bool {
    ::tokio::runtime::Handle::try_current().is_ok()
}

#[cfg(not(feature = "async-io"))]
fn is_available() -> bool {
    true
}
