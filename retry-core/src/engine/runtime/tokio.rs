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
        is_in_reach().then_some("tokio")
    }

    /// Rings within a millisecond after the delay, and after 30 years at the latest.
    ///
    /// # Panics
    ///
    /// Within a runtime without its timer, and outside of one where nothing else can tell that.
    #[inline]
    #[track_caller]
    fn timer(delay: Duration) -> Option<Sleep> {
        if is_in_reach() { Some(sleep(delay)) } else { None }
    }

    /// A task that has used up its turn, as one whose every attempt does, is told that no timer has rung.
    fn is_due(timer: Pin<&Sleep>) -> bool {
        Instant::now() >= timer.deadline()
    }
}

/// Only with the feature `rt` tokio can tell whether it runs. That is most of its code, and only worth it where another
/// runtime could have the wait.
#[cfg(feature = "async-io")]
fn is_in_reach() -> bool {
    ::tokio::runtime::Handle::try_current().is_ok()
}

#[cfg(not(feature = "async-io"))]
fn is_in_reach() -> bool {
    true
}
