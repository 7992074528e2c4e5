//! In the place of the clocks of a system.

use core::time::Duration;

use super::Clock;

/// No time: a call has to be given a clock.
#[derive(Clone, Copy, Debug)]
pub struct Started;

/// No time: a call has to be given a clock.
#[derive(Clone, Copy, Debug)]
pub struct StartedBlocking;

impl Started {
    pub(crate) fn now() -> Self {
        Self
    }
}

impl StartedBlocking {
    pub(crate) fn now() -> Self {
        Self
    }
}

#[diagnostic::do_not_recommend]
impl Clock for Started {
    fn elapsed(&self) -> Option<Duration> {
        None
    }
}

#[diagnostic::do_not_recommend]
impl Clock for StartedBlocking {
    fn elapsed(&self) -> Option<Duration> {
        None
    }
}
