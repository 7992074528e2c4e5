use core::error::Error;
use core::fmt;

use retry_core::{BreakerOpen, TimedOut, Transient, Verdict};

/// What a call fails with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Whether it is worth another attempt.
    pub busy: bool,
}

impl Failure {
    /// Whether it is worth another attempt.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.busy
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "busy: {}", self.busy)
    }
}

impl Error for Failure {}

impl Transient for Failure {
    fn verdict(&self) -> Verdict {
        self.busy.into()
    }
}

impl From<TimedOut> for Failure {
    fn from(_: TimedOut) -> Self {
        Self { busy: true }
    }
}

impl From<BreakerOpen> for Failure {
    fn from(_: BreakerOpen) -> Self {
        Self { busy: false }
    }
}
