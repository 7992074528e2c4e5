//! The clocks of the runtime and the operating system.

use core::time::Duration;
use std::sync::OnceLock;

use super::super::runtime::{Instant, ThreadInstant};
use super::{Clock, Skipped};
use crate::testing;

/// The start of an async call, on the runtime's clock.
#[derive(Clone, Copy, Debug)]
pub struct Started(Instant);

/// The start of a blocking call, on the operating system's clock, the runtime's clock and a testing scope's clock.
///
/// Waits take time on the operating system's clock. A test may advance the runtime's clock instead, so the larger of
/// the two elapsed times counts. In a testing scope that skips waits, the skipped time counts.
#[derive(Clone, Copy, Debug)]
pub struct StartedBlocking {
    thread: ThreadInstant,
    runtime: Instant,
    skipped: Skipped,
}

impl Started {
    /// Reads the clock.
    #[must_use]
    pub fn now() -> Self {
        Self(runtime_now())
    }
}

impl StartedBlocking {
    /// Reads the clocks.
    #[must_use]
    pub fn now() -> Self {
        let skipped = Skipped::so_far();
        Self { thread: ThreadInstant::now(), runtime: Instant::now(), skipped }
    }
}

impl Clock for Started {
    fn elapsed(&self) -> Option<Duration> {
        Some(runtime_now().saturating_duration_since(self.0))
    }
}

impl Clock for StartedBlocking {
    fn elapsed(&self) -> Option<Duration> {
        let runtime = || Instant::now().saturating_duration_since(self.runtime);
        Some(self.skipped.elapsed(runtime).unwrap_or_else(|| runtime().max(self.thread.elapsed())))
    }
}

/// The time on the clock of async calls, and an origin that all calls of the process share.
///
/// The origin is read from the operating system's clock, because a runtime's paused clock may be far ahead or behind.
#[allow(
    clippy::useless_conversion,
    reason = "without the feature `tokio` the clock of async calls is the operating system's"
)]
pub(in crate::engine) fn now_and_origin() -> (Instant, Instant) {
    static ORIGIN: OnceLock<ThreadInstant> = OnceLock::new();
    (runtime_now(), (*ORIGIN.get_or_init(ThreadInstant::now)).into())
}

/// The runtime's time plus the skipped waits.
fn runtime_now() -> Instant {
    let Some(hooks) = testing::hooks() else { return Instant::now() };
    let real = if hooks.has_virtual_clock() { *STANDING.get_or_init(Instant::now) } else { Instant::now() };
    real.checked_add(hooks.skipped()).unwrap_or_else(|| real + FAR_FUTURE)
}

/// The fixed real time below all virtual clocks.
static STANDING: OnceLock<Instant> = OnceLock::new();

/// 30 years: longer than any deadline, and within the range of every platform's clock.
const FAR_FUTURE: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);
