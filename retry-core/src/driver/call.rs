//! The one engine: every driver makes an attempt, hands its outcome to [`Outcome::step`], and returns or waits
//! as told.

// Public only through `__private`, which documents itself.
#![allow(missing_docs, clippy::must_use_candidate)]

use std::borrow::Borrow;
use std::time::Duration;

use rand::Rng;
use tokio::time::Instant;

use super::{Attempt, CallRng, RetryEvent};
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
    pub fn with_rng<Other: Rng>(self, rng: Other) -> Call<P, Other> {
        Call { state: self.state, rng, began: self.began }
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

/// What an attempt can give: a `Result`, under whatever name.
#[diagnostic::on_unimplemented(
    message = "`#[retry]` needs a function that returns `Result`, but this one returns `{Self}`",
    label = "not a `Result`",
    note = "only an `Err` can be judged and tried again: return `Result<{Self}, YourError>`"
)]
pub trait Outcome: Sized {
    type Error;

    /// Takes the outcome by value, so that neither value nor error lives across the wait that may follow.
    fn step<P, R, V>(
        self,
        call: &mut Call<P, R>,
        name: &'static str,
        transient: impl FnOnce(&Self::Error) -> V,
        on_retry: impl FnOnce(&RetryEvent<'_, Self::Error>),
    ) -> Step<Self>
    where
        P: Borrow<RetryPolicy>,
        R: Rng,
        V: Into<Verdict>;
}

impl<T, E> Outcome for Result<T, E> {
    type Error = E;

    #[inline]
    fn step<P, R, V>(
        self,
        call: &mut Call<P, R>,
        name: &'static str,
        transient: impl FnOnce(&E) -> V,
        on_retry: impl FnOnce(&RetryEvent<'_, E>),
    ) -> Step<Self>
    where
        P: Borrow<RetryPolicy>,
        R: Rng,
        V: Into<Verdict>,
    {
        let Err(error) = &self else {
            return Step::Return(self);
        };
        match call.fail(name, error, transient(error).into(), on_retry) {
            Some(delay) => Step::Wait(delay),
            None => Step::Return(self),
        }
    }
}
