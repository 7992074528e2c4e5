//! The clock of a call: the system's, or one that it was given.

use core::time::Duration;

use super::options::CallOptions;
use super::retry::{Attempts, Retry};
use crate::engine::clock::{Clock, OwnClock, own_clock};

/// That of the runtime or of the thread: the clock of a call that was given none.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

/// Tells a call the time.
#[diagnostic::on_unimplemented(
    message = "nothing tells this call the time, as retry-core is built without its feature `std`",
    label = "needs `.clock(…)`",
    note = "give it a function that returns the time since some moment: `.clock(uptime)`, where `fn uptime() -> Duration`"
)]
pub trait CallClock {
    /// The call begins, and someone asks for the time or not. Whether the system's clock has to be read.
    fn begin(&mut self, asks: bool) -> bool;

    /// The clock that tells the time, where `system` is the system's.
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

impl<F: Fn() -> Duration> CallClock for OwnClock<F> {
    fn begin(&mut self, asks: bool) -> bool {
        Self::begin(self, asks);
        false
    }

    fn clock<'c>(&'c self, _system: &'c dyn Clock) -> &'c dyn Clock {
        self
    }
}

impl<'b, A: Attempts, P, U, H, G, R, D, K> Retry<'b, A, CallOptions<P, U, H, G, R, D, K>> {
    /// The clock that tells the time since the call began: a function that gives the time since some moment, and never goes
    /// back. Deadlines, events and reports go by it, and so does what is left of a deadline for an attempt with a timeout. A
    /// loop written by hand begins now, other calls where they make their first attempt.
    ///
    /// Default: the clock of the [runtime](crate#runtimes), or that of the thread for a call that blocks. Where retry-core is
    /// built without its feature `std` there is none, and a call needs this.
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
