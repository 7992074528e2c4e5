//! From the outcome of an attempt to its [`Meaning`]: a success, or a failure with its verdict.
//!
//! [`judge`] asks the predicate about an error, and [`until`] asks the condition about a value. In an annotated
//! function the span of each call is the place of a possible mistake: the `->`, the predicate or the condition.

use super::timed_out::TimedOut;
use crate::decision::Verdict;

/// The outcome of an attempt: a `Result`, or an alias of one.
#[diagnostic::on_unimplemented(
    message = "`#[retry]` needs a function that returns `Result`, but this one returns `{Self}`",
    label = "not a `Result`",
    note = "only an `Err` can be judged and tried again: return `Result<{Self}, YourError>`"
)]
pub trait Outcome: Sized {
    type Value;
    type Error;

    fn as_result(&self) -> Result<&Self::Value, &Self::Error>;

    /// The outcome of an attempt that failed with this error.
    fn of_error(error: Self::Error) -> Self;
}

impl<T, E> Outcome for Result<T, E> {
    type Value = T;
    type Error = E;

    #[inline]
    fn as_result(&self) -> Result<&T, &E> {
        self.as_ref()
    }

    fn of_error(error: E) -> Self {
        Err(error)
    }
}

/// The outcome of an attempt with a timeout: a `Result` whose error can be made from [`TimedOut`].
#[diagnostic::on_unimplemented(
    message = "`timeout` needs an error that can be made from `TimedOut`, but the error of `{Self}` cannot",
    label = "a timed out attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::TimedOut> for YourError`, with thiserror a variant `TimedOut(#[from] retry_core::TimedOut)`",
    note = "for an error of another crate make one here: `timed_out = |timed_out| …`, a path or closure from `TimedOut` to the error"
)]
pub trait TimesOut {
    fn timed_out(error: TimedOut) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T, E: From<TimedOut>> TimesOut for Result<T, E> {
    fn timed_out(error: TimedOut) -> Self {
        Err(error.into())
    }
}

/// As [`TimesOut`], for an attempt whose [`Retrier`](crate::Retrier) may have a timeout.
#[diagnostic::on_unimplemented(
    message = "`with` may bring a timeout, which needs an error that can be made from `TimedOut`, but the error of `{Self}` cannot",
    label = "a timed out attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::TimedOut> for YourError`, with thiserror a variant `TimedOut(#[from] retry_core::TimedOut)`",
    note = "for an error of another crate make one here: `timed_out = |timed_out| …`, a path or closure from `TimedOut` to the error",
    note = "for attempts without a time limit write `timeout = None`"
)]
pub trait MayTimeOut {
    fn timed_out(error: TimedOut) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T, E: From<TimedOut>> MayTimeOut for Result<T, E> {
    fn timed_out(error: TimedOut) -> Self {
        Err(error.into())
    }
}

/// The answer of a predicate: `bool` or [`Verdict`].
#[diagnostic::on_unimplemented(
    message = "`transient` needs a predicate that returns `bool` or `Verdict`, but this one returns `{Self}`",
    label = "returns `{Self}`",
    note = "`true` is transient and `false` permanent; it is called synchronously, once per error"
)]
pub trait Answer: Into<Verdict> {}

#[diagnostic::do_not_recommend]
impl<A: Into<Verdict>> Answer for A {}

/// The answer of a condition about a value: `bool` or [`Verdict`].
#[diagnostic::on_unimplemented(
    message = "`until` needs a condition that returns `bool` or `Verdict`, but this one returns `{Self}`",
    label = "returns `{Self}`",
    note = "`true` and `Verdict::Permanent` accept the value, `false` and every other verdict have it tried again; the condition is called synchronously, once per value"
)]
pub trait Acceptance {
    /// The verdict on a value that is not accepted.
    fn refusal(self) -> Option<Verdict>;
}

impl Acceptance for bool {
    #[inline]
    fn refusal(self) -> Option<Verdict> {
        if self { None } else { Some(Verdict::Transient) }
    }
}

/// `Permanent` accepts the value. A verdict on a whole response is `Permanent` for a success too, because another
/// attempt would not improve it.
impl Acceptance for Verdict {
    #[inline]
    fn refusal(self) -> Option<Verdict> {
        if self == Self::Permanent { None } else { Some(self) }
    }
}

/// What an outcome means for the call.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// The call succeeds with this outcome.
    Success,
    /// The operation itself failed. The verdict is on its error, or on a value that was not accepted.
    Failure(Verdict),
    /// The attempt has taken its whole timeout. The verdict is on the error that was made for it.
    TimedOut(Verdict),
    /// The deadline has come. The call returns this outcome, and does not ask the predicate about it.
    OutOfTime {
        /// Whether the deadline has ended a running attempt. Otherwise the attempt was not begun.
        attempted: bool,
    },
    /// The breaker has refused the attempt. The call returns this outcome.
    Refused,
    /// The call was told to stop during a wait. The outcome is that of the last attempt.
    Stopped,
}

/// Asks the predicate about an error.
///
/// The functions of the engine borrow the outcome. By value, a debug build would copy it at every step.
#[inline]
pub fn judge<O: Outcome, A: Answer>(outcome: &O, transient: impl FnOnce(&O::Error) -> A) -> Meaning {
    match outcome.as_result() {
        Ok(_) => Meaning::Success,
        Err(error) => Meaning::Failure(transient(error).into()),
    }
}

/// Asks the condition about a value. A value that it does not accept is a failure.
#[inline]
pub fn until<O: Outcome, A: Acceptance>(
    meaning: Meaning,
    outcome: &O,
    condition: impl FnOnce(&O::Value) -> A,
) -> Meaning {
    unless_refused(meaning, outcome, |value| condition(value).refusal())
}

/// [`until`] for a condition that returns the verdict on a value that it does not accept.
#[inline]
pub(crate) fn unless_refused<O: Outcome>(
    meaning: Meaning,
    outcome: &O,
    refusal: impl FnOnce(&O::Value) -> Option<Verdict>,
) -> Meaning {
    match (meaning, outcome.as_result()) {
        (Meaning::Success, Ok(value)) => refusal(value).map_or(Meaning::Success, Meaning::Failure),
        (meaning, _) => meaning,
    }
}
