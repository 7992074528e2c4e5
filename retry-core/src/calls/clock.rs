//! The clock of a call: the system's, or a function of the user.

use core::time::Duration;

use super::options::CallOptions;
use super::retry::{Attempts, Retry};
use crate::engine::clock::{Clock, OwnClock, own_clock};

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

impl<'b, A: Attempts, P, U, H, G, R, D, K> Retry<'b, A, CallOptions<P, U, H, G, R, D, K>> {
    /// Sets the clock that measures the time since the call began: a function that returns the time since some origin.
    /// The time must never go back.
    ///
    /// Deadlines, events and reports use this clock. So does the time that is left before the deadline for an attempt
    /// with a timeout. The time of a loop written by hand begins here, and that of other calls with their first
    /// attempt.
    ///
    /// Default: the clock of the [runtime](crate#runtimes), or the operating system's for a call that blocks. If
    /// retry-core is built without its feature `std`, there is no default, and every call needs a clock.
    ///
    /// ```
    /// use std::cell::Cell;
    /// use std::time::Duration;
    /// use retry_core::{GiveUpReason, RetryPolicy, Step};
    ///
    /// let uptime = Cell::new(Duration::from_secs(7));
    /// let policy = RetryPolicy::default().with_deadline(Duration::from_secs(60));
    /// let mut call = policy.start().clock(|| uptime.get()).transient(|error| *error == "busy");
    /// assert!(matches!(call.next(Err::<(), _>("busy")), Step::Wait { .. }));
    /// uptime.set(Duration::from_secs(68));
    /// let Step::Return((_, report)) = call.next_with_report(Err::<(), _>("busy")) else { unreachable!() };
    /// assert_eq!((report.elapsed.as_secs(), report.gave_up), (61, Some(GiveUpReason::Deadline)));
    /// ```
    #[expect(clippy::type_complexity, reason = "the type of a method that is to be chained")]
    pub fn clock<F: Fn() -> Duration>(self, clock: F) -> Retry<'b, A, CallOptions<P, U, H, G, R, D, OwnClock<F>>> {
        self.with_options(|CallOptions { transient, until, on_retry, on_give_up, rng, description, .. }| {
            let clock = own_clock(clock);
            CallOptions { transient, until, on_retry, on_give_up, rng, description, clock }
        })
    }
}
