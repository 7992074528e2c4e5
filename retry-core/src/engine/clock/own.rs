//! A clock that a call was given.

use core::time::Duration;

use super::{Clock, Skipped};

/// What `clock = …` takes.
#[diagnostic::on_unimplemented(
    message = "`clock` needs a function that returns the `Duration` since some moment, but this is `{Self}`",
    label = "no function that returns a `Duration`",
    note = "the moment may be any, as long as it stays the same and the time never goes back: `|| START.elapsed()`, or `|| Duration::from_micros(Instant::now().as_micros())` with embassy"
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

/// When a call began, on a clock that it was given.
#[derive(Clone, Copy, Debug)]
pub struct OwnClock<F> {
    now: F,
    began: Duration,
    skipped: Skipped,
}

/// Reads the clock of a call that begins.
pub fn own_clock<F: Time>(now: F) -> OwnClock<F> {
    let (began, skipped) = (now.now(), Skipped::so_far());
    OwnClock { now, began, skipped }
}

impl<F: Time> Clock for OwnClock<F> {
    fn elapsed(&self) -> Option<Duration> {
        let real = || self.now.now().saturating_sub(self.began);
        Some(self.skipped.elapsed(real).unwrap_or_else(real))
    }
}
