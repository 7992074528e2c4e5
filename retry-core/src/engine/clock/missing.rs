//! The clocks without the standard library: they measure nothing.

use core::time::Duration;

use super::Clock;

/// Stands for the start of an async call. Such a call needs a clock of the user.
#[derive(Clone, Copy, Debug)]
pub struct Started;

/// Stands for the start of a blocking call. Such a call needs a clock of the user.
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
