//! What an attempt gave, and what is to be made of it: a success, or a failure with its verdict.
//!
//! [`judge`] asks the predicate about an error, [`until`] the condition about a value. In an annotated function each
//! call is located where its mistake would be: at the `->`, at the predicate, at the condition.

use super::timed_out::TimedOut;
use crate::decision::Verdict;

/// What an attempt can give: a `Result`, under whatever name.
#[diagnostic::on_unimplemented(
    message = "`#[retry]` needs a function that returns `Result`, but this one returns `{Self}`",
    label = "not a `Result`",
    note = "only an `Err` can be judged and tried again: return `Result<{Self}, YourError>`"
)]
pub trait Outcome: Sized {
    type Value;
    type Error;

    fn as_result(&self) -> Result<&Self::Value, &Self::Error>;

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

/// What an attempt that may be timed out can give: a `Result` whose error can tell of it.
#[diagnostic::on_unimplemented(
    message = "`timeout` needs an error that can be made from `TimedOut`, and that of `{Self}` cannot",
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

/// [`TimesOut`] where nobody knows whether there is a timeout before the program runs.
#[diagnostic::on_unimplemented(
    message = "`with` may bring a timeout, which needs an error that can be made from `TimedOut`, and that of `{Self}` cannot",
    label = "a timed out attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::TimedOut> for YourError`, with thiserror a variant `TimedOut(#[from] retry_core::TimedOut)`",
    note = "for an error of another crate make one here: `timed_out = |timed_out| …`, a path or closure from `TimedOut` to the error",
    note = "for attempts that may take as long as they like write `timeout = None`"
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

/// What a predicate may answer.
#[diagnostic::on_unimplemented(
    message = "`transient` needs a predicate that returns `bool` or `Verdict`, but this one returns `{Self}`",
    label = "returns `{Self}`",
    note = "`true` is transient and `false` permanent; it is called synchronously, once per error"
)]
pub trait Answer: Into<Verdict> {}

#[diagnostic::do_not_recommend]
impl<A: Into<Verdict>> Answer for A {}

/// What a condition may answer about a value.
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

/// What no other attempt would improve is the answer: a verdict on a whole response says so of a success too.
impl Acceptance for Verdict {
    #[inline]
    fn refusal(self) -> Option<Verdict> {
        if self == Self::Permanent { None } else { Some(self) }
    }
}

/// What an outcome means for the call.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// It is what the caller wants.
    Success,
    /// What the operation itself gave is a failure.
    Failure(Verdict),
    /// The attempt has taken its whole timeout. The verdict is that on the error made of it.
    TimedOut(Verdict),
    /// The deadline has come. The outcome is the one to return, whatever the predicate would say of it.
    OutOfTime {
        /// Whether the deadline has ended an attempt, or none was begun.
        attempted: bool,
    },
    /// The breaker has refused the attempt. The outcome is the one to return.
    Refused,
    /// The call was told to stop while it waited. The outcome is that of the attempt before.
    Stopped,
}

/// Asks the predicate about an error.
///
/// Nothing of the engine takes an outcome by value: a debug build would copy it at every step.
#[inline]
pub fn judge<O: Outcome, A: Answer>(outcome: &O, transient: impl FnOnce(&O::Error) -> A) -> Meaning {
    match outcome.as_result() {
        Ok(_) => Meaning::Success,
        Err(error) => Meaning::Failure(transient(error).into()),
    }
}

/// Asks the condition about a value: one that it does not accept is tried again like an error.
#[inline]
pub fn until<O: Outcome, A: Acceptance>(
    meaning: Meaning,
    outcome: &O,
    condition: impl FnOnce(&O::Value) -> A,
) -> Meaning {
    unless_refused(meaning, outcome, |value| condition(value).refusal())
}

/// [`until`] for a condition that gives the verdict on a value which it does not accept.
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
