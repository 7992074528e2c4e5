//! The one engine: every driver makes an attempt, has its outcome judged, hands that to [`step`], and returns or
//! waits as told.

// Public only through `__private`, which documents itself.
#![allow(missing_docs, clippy::must_use_candidate)]

use std::borrow::Borrow;
use std::time::Duration;

use rand::Rng;
use tokio::time::Instant;

use super::call_rng::{CallRng, Generator};
use super::{Attempt, RetryEvent};
use crate::decision::{Decision, RetryState, Verdict};
use crate::policy::RetryPolicy;

/// One call: its decision state, its random source and, when someone wants to know, when it began.
#[derive(Debug)]
pub struct Call<P, R = CallRng> {
    state: RetryState<P>,
    rng: R,
    began: Option<Instant>,
}

impl<P: Borrow<RetryPolicy>> Call<P> {
    #[inline]
    pub fn new(policy: P) -> Self {
        Self { state: RetryState::new(policy), rng: CallRng::unseeded(), began: None }
    }
}

impl<P: Borrow<RetryPolicy>, R: Rng> Call<P, R> {
    /// Replaces the random source.
    #[inline]
    pub fn with_rng<Other: Generator>(self, rng: Other) -> Call<P, Other> {
        Call { state: self.state, rng, began: None }
    }

    /// Reads the clock: asked for only where the elapsed time will be told to someone.
    #[inline]
    #[must_use]
    pub fn timed(mut self) -> Self {
        self.start_clock();
        self
    }

    #[inline]
    pub(super) fn start_clock(&mut self) {
        self.began = Some(Instant::now());
    }

    /// The attempt that is about to be made.
    #[inline]
    pub fn attempt(&self) -> Attempt {
        let number = self.state.attempt();
        let elapsed = if number == 1 { Duration::ZERO } else { self.elapsed() };
        Attempt { number, is_last: self.state.is_last(), elapsed }
    }

    fn elapsed(&self) -> Duration {
        self.began.map(|began| began.elapsed()).unwrap_or_default()
    }

    /// Decides on a failed attempt and tells `on_retry` of a wait. `None` when the call stops.
    #[cold]
    fn fail<E>(
        &mut self,
        name: &'static str,
        error: &E,
        verdict: Verdict,
        on_retry: impl FnOnce(&RetryEvent<'_, E>),
    ) -> Option<Duration> {
        let attempt = self.state.attempt();
        match self.state.decide(verdict, &mut self.rng) {
            Decision::Stop(_) => None,
            Decision::Wait { delay, source } => {
                on_retry(&RetryEvent { name, attempt, error, delay, source, elapsed: self.elapsed() });
                Some(delay)
            }
        }
    }
}

/// What follows an attempt: `Return` the outcome to the caller, or `Wait` and make another.
#[derive(Debug)]
pub enum Step<O> {
    Return(O),
    Wait(Duration),
}

// What follows an attempt is a chain of calls, each located in the annotated function where its mistake is:
// `result` at the `->`, `judge` at the predicate, `step` at the hook. They are linked by associated types, so that
// after the first mistake nothing further down is known well enough to be wrong as well.

/// What an attempt can give: a `Result`, under whatever name.
#[diagnostic::on_unimplemented(
    message = "`#[retry]` needs a function that returns `Result`, but this one returns `{Self}`",
    label = "not a `Result`",
    note = "only an `Err` can be judged and tried again: return `Result<{Self}, YourError>`"
)]
pub trait Outcome {
    type Result: Attempted;

    fn result(self) -> Self::Result;
}

impl<T, E> Outcome for Result<T, E> {
    type Result = Self;

    #[inline]
    fn result(self) -> Self {
        self
    }
}

/// The result of an attempt, not yet judged.
pub trait Attempted {
    type Error;
    type Judged: Judged<Error = Self::Error>;

    fn judge<A: Answer>(self, transient: impl FnOnce(&Self::Error) -> A) -> Self::Judged;
}

impl<T, E> Attempted for Result<T, E> {
    type Error = E;
    type Judged = Result<T, (E, Verdict)>;

    #[inline]
    fn judge<A: Answer>(self, transient: impl FnOnce(&E) -> A) -> Result<T, (E, Verdict)> {
        self.map_err(|error| {
            let verdict = transient(&error).into();
            (error, verdict)
        })
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

/// The result of an attempt with the verdict on its error.
pub trait Judged {
    type Outcome;
    type Error;

    fn split(self) -> Result<Self::Outcome, (Self::Error, Verdict)>;

    fn failed(error: Self::Error) -> Self::Outcome;
}

impl<T, E> Judged for Result<T, (E, Verdict)> {
    type Outcome = Result<T, E>;
    type Error = E;

    #[inline]
    fn split(self) -> Result<Result<T, E>, (E, Verdict)> {
        self.map(Ok)
    }

    #[inline]
    fn failed(error: E) -> Result<T, E> {
        Err(error)
    }
}

/// The engine. Takes the outcome by value and is not async, so that neither value nor error lives across the
/// wait that may follow.
#[inline]
pub fn step<J: Judged, P: Borrow<RetryPolicy>, R: Rng>(
    judged: J,
    call: &mut Call<P, R>,
    name: &'static str,
    on_retry: impl FnOnce(&RetryEvent<'_, J::Error>),
) -> Step<J::Outcome> {
    match judged.split() {
        Ok(outcome) => Step::Return(outcome),
        Err((error, verdict)) => match call.fail(name, &error, verdict, on_retry) {
            Some(delay) => Step::Wait(delay),
            None => Step::Return(J::failed(error)),
        },
    }
}
