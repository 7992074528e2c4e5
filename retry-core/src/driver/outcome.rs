//! From the outcome of an attempt to the verdict on it.
//!
//! It is a chain of calls, `result`, `judge`, `until`, each located in the annotated function where its mistake is:
//! at the `->`, at the predicate, at the condition. They are linked by associated types, so that after the first
//! mistake nothing further down is known well enough to be wrong as well.

use super::call::{Call, Site, step_failed};
use super::clock::Clock;
use super::memory::Memory;
use super::next::{Next, Settled, Step};
use super::timeout::TimedOut;
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

    fn result(self) -> Result<Self::Value, Self::Error>;

    fn of(result: Result<Self::Value, Self::Error>) -> Self;
}

impl<T, E> Outcome for Result<T, E> {
    type Value = T;
    type Error = E;

    #[inline]
    fn result(self) -> Self {
        self
    }

    #[inline]
    fn of(result: Self) -> Self {
        result
    }
}

/// What an attempt that may be timed out can give: a `Result` whose error can tell of it.
#[diagnostic::on_unimplemented(
    message = "`timeout` needs an error that can be made from `TimedOut`, and that of `{Self}` cannot",
    label = "a timed out attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::TimedOut> for YourError`, with thiserror a variant `TimedOut(#[from] retry_core::TimedOut)`"
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

/// The result of an attempt, not yet judged.
pub trait Attempted {
    type Error;
    type Judged: Judged;

    fn judge<A: Answer>(self, transient: impl FnOnce(&Self::Error) -> A) -> Self::Judged;
}

impl<T, E> Attempted for Result<T, E> {
    type Error = E;
    type Judged = Ruling<T, E>;

    #[inline]
    fn judge<A: Answer>(self, transient: impl FnOnce(&E) -> A) -> Ruling<T, E> {
        match &self {
            Ok(_) => Ruling::Success(self),
            Err(error) => {
                let verdict = transient(error).into();
                Ruling::Failure(self, verdict)
            }
        }
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

/// Puts the verdict on an error beside it.
#[inline]
pub fn judge<R: Attempted, A: Answer>(result: R, transient: impl FnOnce(&R::Error) -> A) -> R::Judged {
    result.judge(transient)
}

/// An outcome with the verdict on it.
#[derive(Debug)]
pub enum Ruling<T, E> {
    Success(Result<T, E>),
    Failure(Result<T, E>, Verdict),
}

/// A judged outcome, whose values may still be found wanting.
pub trait Judged {
    type Outcome;
    type Value;
    type Next<'b>: Settled;

    fn until(self, until: impl FnOnce(&Self::Value) -> bool) -> Self;

    fn step<'b, M: Memory, C: Clock>(
        self,
        call: &mut Call<M, C>,
        site: Site<'_, 'b>,
        observe: impl FnOnce(&Self::Next<'b>),
    ) -> Step<'b, Self::Outcome>;
}

impl<T, E> Judged for Ruling<T, E> {
    type Outcome = Result<T, E>;
    type Value = T;
    type Next<'b> = Next<'b, T, E>;

    #[inline]
    fn until(self, until: impl FnOnce(&T) -> bool) -> Self {
        match self {
            Self::Success(Ok(value)) if !until(&value) => Self::Failure(Ok(value), Verdict::Transient),
            ruling => ruling,
        }
    }

    #[inline]
    fn step<'b, M: Memory, C: Clock>(
        self,
        call: &mut Call<M, C>,
        site: Site<'_, 'b>,
        observe: impl FnOnce(&Next<'b, T, E>),
    ) -> Step<'b, Result<T, E>> {
        match self {
            Self::Success(outcome) => {
                call.succeeded(site.name, site.budget);
                Step::Return(outcome)
            }
            Self::Failure(outcome, verdict) => {
                let Site { name, policy, budget, rng } = site;
                step_failed(outcome, verdict, call, name, policy, budget, rng, observe)
            }
        }
    }
}

/// Treats a value for which the condition does not hold yet like a transient error.
#[inline]
pub fn until<J: Judged>(judged: J, until: impl FnOnce(&J::Value) -> bool) -> J {
    judged.until(until)
}
