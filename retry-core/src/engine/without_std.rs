//! The functions of the expansion that do not exist without the standard library.
//!
//! Each of them has a bound that no type meets, so that the compiler says what is missing and what to write.

use core::future::{Pending, pending};

use super::call::Call;
use super::clock::Clock;
use super::limit::Limit;
use super::outcome::Meaning;
use super::settings::Settings;
use super::step::NextStep;

/// The bound of functions that need a timer. No type meets it.
#[diagnostic::on_unimplemented(
    message = "this function has no timer to wait with, because retry-core is built without its feature `std`",
    label = "needs a way to wait",
    note = "set how to wait with `sleep = …`, as in `sleep = |delay| Timer::after_micros(delay.as_micros() as u64)` with embassy, and set the source of the jitter with `rng = …`"
)]
pub trait Waits {}

/// The bound of functions that end an attempt. No type meets it.
#[diagnostic::on_unimplemented(
    message = "this function has no timer to end an attempt with, because retry-core is built without its feature `std`",
    label = "needs a timer for each attempt",
    note = "leave `timeout` out, and end the attempt in the body; with a `Retrier` write `timeout = None`"
)]
pub trait Ends {}

/// The bound of functions that need thread-local variables. No type meets it.
#[diagnostic::on_unimplemented(
    message = "nested calls do not know the attempt around them, because retry-core is built without its feature `std`",
    label = "needs thread-local variables",
    note = "leave `nested = \"once\"` out, and give the inner calls `attempts = 1`"
)]
pub trait Nests {}

/// Stands for the system's clock. It measures nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl NoClock {
    /// Begins a call.
    #[must_use]
    pub fn now() -> Self {
        Self
    }
}

/// The step of a call without options.
pub fn step<C: Waits>(_meaning: Meaning, _call: &mut C, _settings: &Settings<'_>) -> NextStep {
    NextStep::Return
}

/// Waits for the timer of the runtime.
pub fn wait<C: Waits>(_call: &mut C) -> Pending<()> {
    pending()
}

/// Puts the thread to sleep.
pub fn block<D: Waits>(_delay: D) {}

/// The limit of an attempt that has a timeout.
pub fn limit<T: Ends>(
    _call: &Call,
    _settings: &Settings<'_>,
    _timeout: Option<T>,
    _clock: &dyn Clock,
) -> Option<Limit> {
    None
}

/// An attempt whose nested calls make one attempt each.
pub fn once<F: Nests>(attempt: F) -> F {
    attempt
}

/// A blocking attempt whose nested calls make one attempt each.
pub fn once_blocking<T, F: Nests>(_attempt: F) -> T {
    unreachable!("nothing has the trait")
}
