//! What follows an attempt.

use std::time::Duration;

use super::event::{Failure, GiveUpEvent, RetryEvent};
use super::wait::Wait;
use crate::decision::{Decision, RetryBudget};

/// What follows an attempt: return its outcome to the caller, or wait and make another.
///
/// From [`Retry::next`](crate::Retry::next), which the loop around it asks once per attempt.
#[derive(Debug)]
#[must_use = "says whether to return or to wait"]
pub enum Step<'b, O> {
    /// Return the outcome, successful or not.
    Return(O),
    /// Wait, then make another attempt.
    Wait(Wait<'b>),
}

/// What was decided on a failed attempt.
#[derive(Debug)]
pub(crate) struct Failed<'b> {
    pub(super) attempt: u32,
    pub(super) elapsed: Duration,
    pub(super) decision: Decision,
    pub(super) withdrawal: Withdrawal<'b>,
}

/// The token that a retry has taken from its budget. It goes back if the retry is not made after all, because the
/// call was dropped or a hook has panicked.
#[derive(Debug)]
pub(crate) struct Withdrawal<'b>(Option<&'b RetryBudget>);

impl<'b> Withdrawal<'b> {
    pub(super) fn new(budget: Option<&'b RetryBudget>) -> Self {
        Self(budget)
    }

    /// The retry is made.
    pub(super) fn spend(&mut self) {
        self.0 = None;
    }
}

impl Drop for Withdrawal<'_> {
    fn drop(&mut self) {
        if let Some(budget) = self.0 {
            budget.put_back();
        }
    }
}

/// The outcome of an attempt and, if it failed, what was decided.
#[derive(Debug)]
pub struct Next<'b, T, E> {
    outcome: Result<T, E>,
    failed: Option<Failed<'b>>,
}

impl<'b, T, E> Next<'b, T, E> {
    #[inline]
    pub(super) fn returned(outcome: Result<T, E>) -> Self {
        Self { outcome, failed: None }
    }

    #[inline]
    pub(super) fn failed(outcome: Result<T, E>, failed: Failed<'b>) -> Self {
        Self { outcome, failed: Some(failed) }
    }
}

/// A decision that hooks may be told of and that then becomes a [`Step`].
pub trait Settled<'b> {
    type Outcome;
    type Error;

    fn tell_retry(&self, name: &'static str, hook: impl FnOnce(&RetryEvent<'_, Self::Error>));

    fn tell_give_up(&self, name: &'static str, hook: impl FnOnce(&GiveUpEvent<'_, Self::Error>));

    fn into_step(self) -> Step<'b, Self::Outcome>;
}

impl<'b, T, E> Settled<'b> for Next<'b, T, E> {
    type Outcome = Result<T, E>;
    type Error = E;

    #[inline]
    fn tell_retry(&self, name: &'static str, hook: impl FnOnce(&RetryEvent<'_, E>)) {
        if let Some(Failed { attempt, elapsed, decision: Decision::Wait { delay, source }, .. }) = self.failed {
            let failure = Failure::of(&self.outcome);
            hook(&RetryEvent { name, attempt, failure, delay, source, elapsed });
        }
    }

    #[inline]
    fn tell_give_up(&self, name: &'static str, hook: impl FnOnce(&GiveUpEvent<'_, E>)) {
        if let Some(Failed { attempt, elapsed, decision: Decision::Stop(reason), .. }) = self.failed {
            let failure = Failure::of(&self.outcome);
            hook(&GiveUpEvent { name, attempt, failure, reason, elapsed });
        }
    }

    #[inline]
    fn into_step(self) -> Step<'b, Result<T, E>> {
        match self.failed {
            Some(Failed { decision: Decision::Wait { delay, source }, withdrawal, .. }) => {
                Step::Wait(Wait { delay, source, withdrawal })
            }
            _ => Step::Return(self.outcome),
        }
    }
}

/// Tells a hook of the wait that follows, if one does.
#[inline]
pub fn on_retry<'b, N: Settled<'b>>(next: &N, name: &'static str, hook: impl FnOnce(&RetryEvent<'_, N::Error>)) {
    next.tell_retry(name, hook);
}

/// Tells a hook that the call has failed for good, if it has.
#[inline]
pub fn on_give_up<'b, N: Settled<'b>>(next: &N, name: &'static str, hook: impl FnOnce(&GiveUpEvent<'_, N::Error>)) {
    next.tell_give_up(name, hook);
}

/// Drops what failed and is to be tried again, before the wait.
#[inline]
pub fn into_step<'b, N: Settled<'b>>(next: N) -> Step<'b, N::Outcome> {
    next.into_step()
}
