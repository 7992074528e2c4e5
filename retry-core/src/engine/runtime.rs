//! The runtime: its clock, its timer, and a future that its timer ends. No other file of the engine names tokio.

use std::future::Future;
use std::time::Duration;

pub(super) use tokio::time::{Instant, Sleep as Timer, Timeout as UntilTimer};

/// The time on the runtime's clock. Outside of a runtime it is the system's monotonic time.
pub(super) fn now() -> Instant {
    Instant::now()
}

/// A timer that rings after `delay`. Tokio's rings within a millisecond after it, and after 30 years at the latest.
///
/// # Panics
///
/// Outside of a tokio runtime, and in one without its timer.
#[track_caller]
pub(super) fn timer(delay: Duration) -> Timer {
    tokio::time::sleep(delay)
}

/// A future that is polled until it is ready or `time` has passed.
///
/// # Panics
///
/// As [`timer`].
#[track_caller]
pub(super) fn until_timer<F: Future>(time: Duration, future: F) -> UntilTimer<F> {
    tokio::time::timeout(time, future)
}
