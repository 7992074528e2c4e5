//! The clock of a call: the system's, or a function of the user.

use crate::engine::clock::{Clock, OwnClock};

/// The clock of the runtime or the operating system: the default.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

/// The clock of a call: [`SystemClock`], or a function in an [`OwnClock`].
#[diagnostic::on_unimplemented(
    message = "this call has no clock, because retry-core is built without its feature `std`",
    label = "needs `.clock(…)`",
    note = "set a function that returns the time since some origin: `.clock(uptime)`, where `fn uptime() -> Duration`"
)]
pub trait CallClock {
    /// Begins the call. `asks` is whether the time since the start is needed. Returns whether to read the system's
    /// clock.
    fn begin(&mut self, asks: bool) -> bool;

    /// The clock of the call: `system`, or this one.
    fn clock<'c>(&'c self, system: &'c dyn Clock) -> &'c dyn Clock;
}

#[cfg(feature = "std")]
impl CallClock for SystemClock {
    fn begin(&mut self, asks: bool) -> bool {
        asks
    }

    fn clock<'c>(&'c self, system: &'c dyn Clock) -> &'c dyn Clock {
        system
    }
}

impl<F> CallClock for OwnClock<F> {
    fn begin(&mut self, asks: bool) -> bool {
        Self::begin(self, asks);
        false
    }

    fn clock<'c>(&'c self, _system: &'c dyn Clock) -> &'c dyn Clock {
        self
    }
}
