//! The clock: tokio's, and within a testing scope the waits that were skipped on top of it.

use std::time::Duration;

use tokio::time::Instant;

use crate::testing;

/// What a call knows of time: nothing, where nobody asks for it, so that it costs nothing.
pub trait Clock {
    /// The time since the call began.
    fn elapsed(&self) -> Option<Duration>;
}

/// Nobody asks for the time.
#[derive(Clone, Copy, Debug)]
pub struct Untimed;

impl Clock for Untimed {
    #[inline]
    fn elapsed(&self) -> Option<Duration> {
        None
    }
}

/// When the call began, if it has and someone asks for the time.
#[derive(Clone, Copy, Debug)]
pub struct Timed(Option<Instant>);

impl Timed {
    pub(super) const STOPPED: Self = Self(None);

    pub(super) fn started() -> Self {
        Self(Some(now()))
    }
}

impl Clock for Timed {
    fn elapsed(&self) -> Option<Duration> {
        self.0.map(|began| now().saturating_duration_since(began))
    }
}

fn now() -> Instant {
    let now = Instant::now();
    match testing::director() {
        Some(director) => now.checked_add(director.skipped()).unwrap_or_else(|| now + FAR_FUTURE),
        None => now,
    }
}

/// 30 years: beyond any deadline, and within what every platform's clock can hold.
const FAR_FUTURE: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);
