//! A clock of the user.

use core::time::Duration;

use super::{Clock, Skipped};

/// The argument of `clock = …`: a function that returns the time since some origin.
#[diagnostic::on_unimplemented(
    message = "`clock` needs a function that returns the `Duration` since some origin, but this is `{Self}`",
    label = "not a function that returns a `Duration`",
    note = "any origin will do, as long as it stays the same and the time never goes back: `|| START.elapsed()`, or `|| Duration::from_micros(Instant::now().as_micros())` with embassy"
)]
pub trait Time {
    fn now(&self) -> Duration;
}

#[diagnostic::do_not_recommend]
impl<F: Fn() -> Duration> Time for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// The start of a call on a clock of the user. The start is not read before the call begins, or if nothing needs the
/// time.
#[derive(Clone, Copy, Debug)]
pub struct OwnClock<F> {
    clock: F,
    // A function in place of the bound `F: Time`: only `own_clock` has the bound, so that the compiler reports a type that
    // is not a clock once.
    now: fn(&F) -> Duration,
    began: Option<(Duration, Skipped)>,
}

/// The start of a call that begins now.
pub fn own_clock<F: Time>(clock: F) -> OwnClock<F> {
    let mut clock = OwnClock { clock, now: F::now, began: None };
    clock.begin(true);
    clock
}

impl<F> OwnClock<F> {
    /// Begins the call. Reads the clock if `asks`, the need for the time since the start, is true.
    pub(crate) fn begin(&mut self, asks: bool) {
        self.began = asks.then(|| (self.now(), Skipped::so_far()));
    }

    fn now(&self) -> Duration {
        (self.now)(&self.clock)
    }
}

#[diagnostic::do_not_recommend]
impl<F> Clock for OwnClock<F> {
    fn elapsed(&self) -> Option<Duration> {
        let (began, skipped) = self.began?;
        let real = || self.now().saturating_sub(began);
        Some(skipped.elapsed(real).unwrap_or_else(real))
    }
}
