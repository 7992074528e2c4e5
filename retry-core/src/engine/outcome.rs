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

/// An outcome and what it means for the call.
#[derive(Debug)]
pub struct Judged<O> {
    pub(super) outcome: O,
    /// The verdict on what is no success. Apart from `cut`, so that it is where the predicate has put it.
    pub(super) failure: Option<Verdict>,
    /// Why it is not what the attempt itself has given, if it is not.
    pub(super) cut: Option<Cut>,
}

/// Why an attempt has no outcome of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cut {
    /// It has taken its whole timeout. The verdict is that on the error made of it.
    Timeout,
    /// The deadline has come while it ran. The outcome is the one to return, whatever the predicate would say of it.
    Deadline,
    /// The deadline has come before it could begin; likewise.
    NotBegun,
}

impl Cut {
    /// Whether the call is over, as there is no time left.
    pub(super) fn ends_call(self) -> bool {
        self != Self::Timeout
    }
}

/// Asks the predicate about an error.
///
/// By value: an outcome that is only lent would live on while the call waits.
#[inline]
pub fn judge<O: Outcome, A: Answer>(outcome: O, transient: impl FnOnce(&O::Error) -> A) -> Judged<O> {
    let failure = match outcome.as_result() {
        Ok(_) => None,
        Err(error) => Some(transient(error).into()),
    };
    Judged { outcome, failure, cut: None }
}

/// Asks the condition about a value: one that it does not accept is tried again like an error.
#[inline]
pub fn until<O: Outcome, A: Acceptance>(judged: Judged<O>, condition: impl FnOnce(&O::Value) -> A) -> Judged<O> {
    let Judged { outcome, failure, cut } = judged;
    let failure = match (failure, outcome.as_result()) {
        (None, Ok(value)) if cut.is_none() => condition(value).refusal(),
        (failure, _) => failure,
    };
    Judged { outcome, failure, cut }
}
