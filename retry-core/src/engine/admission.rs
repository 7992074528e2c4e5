//! An attempt behind a breaker: whether it is made, and what the breaker is told of it.

use core::borrow::Borrow;

use super::limit::{Cut, InTime};
use super::outcome::{Meaning, Outcome};
use crate::decision::{BreakerOpen, BreakerPermit, CircuitBreaker, Ending, Permit, Verdict};

/// Asks the breaker for an attempt, if there is one. The permit is told how the attempt has ended by [`told`]; where the
/// attempt is dropped or panics it counts neither way.
///
/// Not by `?`: what the breaker answers is for the attempt, not for the function around it.
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

/// Gives an outcome to an attempt that the breaker has refused: the last one that the operation gave, if it gave any.
#[cold]
pub fn refused<O>(open: BreakerOpen, last: &mut Option<O>, error: impl FnOnce(BreakerOpen) -> O) -> InTime<O> {
    InTime { outcome: last.take().unwrap_or_else(|| error(open)), cut: Some(Cut::Refused) }
}

/// [`refused`] with the error that `breaker_open` makes.
#[cold]
pub fn refused_or_else<O: Outcome>(
    open: BreakerOpen,
    last: &mut Option<O>,
    breaker_open: impl FnOnce(BreakerOpen) -> O::Error,
) -> InTime<O> {
    refused(open, last, |open| O::of_error(breaker_open(open)))
}

/// Tells the breaker how the attempt has ended, and gives it back for the step.
#[inline]
#[must_use]
pub fn told(permit: Option<BreakerPermit<'_>>, meaning: Meaning) -> Option<&CircuitBreaker> {
    let mut permit = permit?.0;
    let breaker = permit.holder();
    tell_permit(&mut permit, meaning);
    Some(breaker)
}

/// An attempt that the deadline has cut short may have been given hardly any time, and counts neither way.
#[inline]
pub(crate) fn tell_permit<B: Borrow<CircuitBreaker>>(permit: &mut Permit<B>, meaning: Meaning) {
    let ending = match meaning {
        Meaning::Success | Meaning::Failure(Verdict::Permanent) => Ending::Answered,
        Meaning::Failure(_) | Meaning::TimedOut(_) => Ending::Failed,
        Meaning::OutOfTime { .. } | Meaning::Refused | Meaning::Stopped => return,
    };
    permit.ended(ending);
}

/// What an attempt that a breaker may refuse can give: a `Result` whose error can tell of it.
#[diagnostic::on_unimplemented(
    message = "`breaker` needs an error that can be made from `BreakerOpen`, and that of `{Self}` cannot",
    label = "an attempt that the breaker refuses has no error to return",
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

/// [`Refusable`] where nobody knows whether there is a breaker before the program runs.
#[diagnostic::on_unimplemented(
    message = "`with` may bring a breaker, which needs an error that can be made from `BreakerOpen`, and that of `{Self}` cannot",
    label = "an attempt that the breaker refuses has no error to return",
    note = "for an error of your own write `impl From<retry_core::BreakerOpen> for YourError`, with thiserror a variant `BreakerOpen(#[from] retry_core::BreakerOpen)`",
    note = "for an error of another crate make one here: `breaker_open = |open| …`, a path or closure from `BreakerOpen` to the error",
    note = "for attempts that ask no breaker write `breaker = None`"
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

/// The error of an attempt that its breaker has refused, for a type that can be made from it.
#[must_use]
pub fn breaker_open<O: Refusable>(error: BreakerOpen) -> O {
    O::refused(error)
}

/// [`breaker_open`] for a function whose breaker a [`Retrier`](crate::Retrier) may bring.
#[must_use]
pub fn shared_breaker_open<O: MayBeRefused>(error: BreakerOpen) -> O {
    O::refused(error)
}
