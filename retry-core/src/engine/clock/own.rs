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

/// When a call began, on a clock that it was given. Before it begins, and where nobody asks, it tells no time.
#[derive(Clone, Copy, Debug)]
pub struct OwnClock<F> {
    now: F,
    began: Option<(Duration, Skipped)>,
}

/// The clock of a call that begins now.
pub fn own_clock<F: Time>(now: F) -> OwnClock<F> {
    let mut clock = OwnClock { now, began: None };
    clock.begin(true);
    clock
}

impl<F: Time> OwnClock<F> {
    /// The call begins. The clock is read if someone asks for the time.
    pub(crate) fn begin(&mut self, asks: bool) {
        self.began = asks.then(|| (self.now.now(), Skipped::so_far()));
    }
}

#[diagnostic::do_not_recommend]
impl<F: Time> Clock for OwnClock<F> {
    fn elapsed(&self) -> Option<Duration> {
        let (began, skipped) = self.began?;
        let real = || self.now.now().saturating_sub(began);
        Some(skipped.elapsed(real).unwrap_or_else(real))
    }
}
