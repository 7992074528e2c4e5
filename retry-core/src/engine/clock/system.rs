//! The clocks of the runtime and of the thread.

use core::time::Duration;
use std::sync::OnceLock;

use super::super::runtime::{Instant, ThreadInstant};
use super::{Clock, Skipped};
use crate::testing;

/// When an async call began, on the clock of the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Started(Instant);

/// When a blocking call began.
///
/// Its waits take time on the clock of the thread. Where a test advances the runtime's clock instead, that one has moved
/// further, and counts. In a testing scope that skips waits they take none on either.
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

/// The time of async calls, and some moment on it that all calls of the process share: on the clock of the thread, as that
/// of a runtime may be far ahead, or behind.
#[allow(
    clippy::useless_conversion,
    reason = "without a runtime of its own the clock of async calls is that of the thread"
)]
pub(in crate::engine) fn now_and_origin() -> (Instant, Instant) {
    static ORIGIN: OnceLock<ThreadInstant> = OnceLock::new();
    (runtime_now(), (*ORIGIN.get_or_init(ThreadInstant::now)).into())
}

/// The runtime's time and the waits that were skipped.
fn runtime_now() -> Instant {
    let Some(hooks) = testing::hooks() else { return Instant::now() };
    let real = if hooks.has_virtual_clock() { *STANDING.get_or_init(Instant::now) } else { Instant::now() };
    real.checked_add(hooks.skipped()).unwrap_or_else(|| real + FAR_FUTURE)
}

/// The real time of all virtual clocks.
static STANDING: OnceLock<Instant> = OnceLock::new();

/// 30 years: beyond any deadline, and within what every platform's clock can hold.
const FAR_FUTURE: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);
