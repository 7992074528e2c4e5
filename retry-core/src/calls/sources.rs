//! Where a call gets the time and its random numbers from: `clock`, `rng`.

#![expect(clippy::type_complexity, reason = "the types of methods that are to be chained")]

use core::time::Duration;

use rand::Rng;

use super::attempts::Attempts;
use super::options::CallOptions;
use super::retry::Retry;
use crate::engine::clock::{OwnClock, own_clock};

impl<'b, A: Attempts, P, U, H, G, R, D, K> Retry<'b, A, CallOptions<P, U, H, G, R, D, K>> {
    /// Sets the random source of the jitter, so that a seed reproduces the delays.
    ///
    /// Default: a source that differs between calls, threads, processes and forked children. Without the feature `std`
    /// there is no default.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use retry_core::RetryPolicy;
    ///
    /// let policy = RetryPolicy::default();
    /// let call = policy.retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
    /// let mut waits = Vec::new();
    /// let call = call.rng(Xoshiro256PlusPlus::seed_from_u64(7));
    /// assert_eq!(call.run_with_sleep(|delay| waits.push(delay)), Err("locked"));
    /// assert!(policy.delays(Xoshiro256PlusPlus::seed_from_u64(7)).eq(waits));
    /// ```
    pub fn rng<N>(self, rng: N) -> Retry<'b, A, CallOptions<P, U, H, G, N, D, K>>
    where
        N: Rng,
    {
        self.with_options(|CallOptions { transient, until, on_retry, on_give_up, description, clock, .. }| {
            CallOptions { transient, until, on_retry, on_give_up, rng, description, clock }
        })
    }

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
    pub fn clock<F: Fn() -> Duration>(self, clock: F) -> Retry<'b, A, CallOptions<P, U, H, G, R, D, OwnClock<F>>> {
        self.with_options(|CallOptions { transient, until, on_retry, on_give_up, rng, description, .. }| {
            let clock = own_clock(clock);
            CallOptions { transient, until, on_retry, on_give_up, rng, description, clock }
        })
    }
}
