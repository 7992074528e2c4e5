//! An attempt behind a breaker: asks the breaker before the attempt, and tells it how the attempt ended.

use core::borrow::Borrow;

use super::limit::{Cut, InTime};
use super::outcome::{Meaning, Outcome};
use crate::decision::{BreakerOpen, BreakerPermit, CircuitBreaker, Ending, Permit, Verdict};

/// Asks the breaker, if there is one, for an attempt. Returns the refusal, if the breaker refuses.
///
/// [`told`] tells the permit how the attempt ended. An attempt that is dropped or panics counts neither as a success
/// nor as a failure.
// The refusal is not an `Err`, because the expansion must not return it from the user's function with `?`.
#[inline]
pub fn admit<'b>(breaker: Option<&'b CircuitBreaker>, permit: &mut Option<BreakerPermit<'b>>) -> Option<BreakerOpen> {
    match breaker?.permit() {
        Ok(permitted) => {
            *permit = Some(permitted);
            None
        }
        Err(open) => Some(open),
    }
}

/// The outcome of an attempt that the breaker has refused: the last outcome of the operation, or an error made from the
/// refusal if there is none.
#[cold]
pub fn refused<O>(open: BreakerOpen, last: &mut Option<O>, error: impl FnOnce(BreakerOpen) -> O) -> InTime<O> {
    InTime { outcome: last.take().unwrap_or_else(|| error(open)), cut: Some(Cut::Refused) }
}

/// As [`refused`], with an error that `breaker_open` makes.
#[cold]
pub fn refused_or_else<O: Outcome>(
    open: BreakerOpen,
    last: &mut Option<O>,
    breaker_open: impl FnOnce(BreakerOpen) -> O::Error,
) -> InTime<O> {
    refused(open, last, |open| O::of_error(breaker_open(open)))
}

/// Tells the breaker how the attempt ended, and returns the breaker for the step.
#[inline]
#[must_use]
pub fn told(permit: Option<BreakerPermit<'_>>, meaning: Meaning) -> Option<&CircuitBreaker> {
    let mut permit = permit?.0;
    let breaker = permit.holder();
    tell_permit(&mut permit, meaning);
    Some(breaker)
}

/// Tells a permit how its attempt ended.
///
/// An attempt that the deadline has cut short counts neither as a success nor as a failure, because it may have had
/// hardly any time.
#[inline]
pub(crate) fn tell_permit<B: Borrow<CircuitBreaker>>(permit: &mut Permit<B>, meaning: Meaning) {
    let ending = match meaning {
        Meaning::Success | Meaning::Failure(Verdict::Permanent) => Ending::Answered,
        Meaning::Failure(_) | Meaning::TimedOut(_) => Ending::Failed,
        Meaning::OutOfTime { .. } | Meaning::Refused | Meaning::Stopped => return,
    };
    permit.ended(ending);
}

/// The outcome of an attempt behind a breaker: a `Result` whose error can be made from [`BreakerOpen`].
#[diagnostic::on_unimplemented(
    message = "`breaker` needs an error that can be made from `BreakerOpen`, but the error of `{Self}` cannot",
    label = "a refused attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::BreakerOpen> for YourError`, with thiserror a variant `BreakerOpen(#[from] retry_core::BreakerOpen)`",
    note = "for an error of another crate make one here: `breaker_open = |open| …`, a path or closure from `BreakerOpen` to the error"
)]
pub trait Refusable {
    fn refused(error: BreakerOpen) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T, E: From<BreakerOpen>> Refusable for Result<T, E> {
    fn refused(error: BreakerOpen) -> Self {
        Err(error.into())
    }
}

/// As [`Refusable`], for an attempt whose [`Retrier`](crate::Retrier) may have a breaker.
#[diagnostic::on_unimplemented(
    message = "`with` may bring a breaker, which needs an error that can be made from `BreakerOpen`, but the error of `{Self}` cannot",
    label = "a refused attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::BreakerOpen> for YourError`, with thiserror a variant `BreakerOpen(#[from] retry_core::BreakerOpen)`",
    note = "for an error of another crate make one here: `breaker_open = |open| …`, a path or closure from `BreakerOpen` to the error",
    note = "for attempts without a breaker write `breaker = None`"
)]
pub trait MayBeRefused {
    fn refused(error: BreakerOpen) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T, E: From<BreakerOpen>> MayBeRefused for Result<T, E> {
    fn refused(error: BreakerOpen) -> Self {
        Err(error.into())
    }
}

/// The outcome of a refused attempt, made with `From<BreakerOpen>`.
#[must_use]
pub fn breaker_open<O: Refusable>(error: BreakerOpen) -> O {
    O::refused(error)
}

/// As [`breaker_open`], for a function whose [`Retrier`](crate::Retrier) may have a breaker.
#[must_use]
pub fn shared_breaker_open<O: MayBeRefused>(error: BreakerOpen) -> O {
    O::refused(error)
}
