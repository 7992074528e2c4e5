//! What follows an attempt.

use std::time::Duration;

use super::event::{Failure, GiveUpEvent, RetryEvent};
use super::wait::Wait;
use crate::decision::{Decision, RetryBudget};

/// What follows an attempt: return its outcome to the caller, or wait and make another.
///
/// From [`Retry::next`](crate::Retry::next), which the loop around it asks once per attempt.
///
/// ```
/// use retry_core::{RetryPolicy, Step};
///
/// let mut call = RetryPolicy::default().start().transient(|error| *error == "busy");
/// assert!(matches!(call.next(Err::<(), _>("busy")), Step::Wait(_)));
/// assert!(matches!(call.next(Err::<(), _>("declined")), Step::Return(Err("declined"))));
/// ```
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

/// The outcome of a failed attempt with what was decided on it.
#[derive(Debug)]
pub struct Next<'b, T, E> {
    pub(super) outcome: Result<T, E>,
    pub(super) failed: Failed<'b>,
}

impl<'b, T, E> Next<'b, T, E> {
    /// Drops what failed if it is to be tried again, before the wait.
    pub(super) fn into_step(self) -> Step<'b, Result<T, E>> {
        let Failed { decision, withdrawal, .. } = self.failed;
        match decision {
            Decision::Wait { delay, source } => Step::Wait(Wait { delay, source, withdrawal }),
            Decision::Stop(_) => Step::Return(self.outcome),
        }
    }
}

/// A decision that hooks may be told of.
pub trait Settled {
    type Error;

    fn tell_retry(&self, name: &'static str, hook: impl FnOnce(&RetryEvent<'_, Self::Error>));

    fn tell_give_up(&self, name: &'static str, hook: impl FnOnce(&GiveUpEvent<'_, Self::Error>));
}

impl<T, E> Settled for Next<'_, T, E> {
    type Error = E;

    fn tell_retry(&self, name: &'static str, hook: impl FnOnce(&RetryEvent<'_, E>)) {
        let Failed { attempt, elapsed, decision, .. } = self.failed;
        if let Decision::Wait { delay, source } = decision {
            hook(&RetryEvent { name, attempt, failure: Failure::of(&self.outcome), delay, source, elapsed });
        }
    }

    fn tell_give_up(&self, name: &'static str, hook: impl FnOnce(&GiveUpEvent<'_, E>)) {
        let Failed { attempt, elapsed, decision, .. } = self.failed;
        if let Decision::Stop(reason) = decision {
            hook(&GiveUpEvent { name, attempt, failure: Failure::of(&self.outcome), reason, elapsed });
        }
    }
}

/// Tells a hook of the wait that follows, if one does.
pub fn on_retry<N: Settled>(next: &N, name: &'static str, hook: impl FnOnce(&RetryEvent<'_, N::Error>)) {
    next.tell_retry(name, hook);
}

/// Tells a hook that the call has failed for good, if it has.
pub fn on_give_up<N: Settled>(next: &N, name: &'static str, hook: impl FnOnce(&GiveUpEvent<'_, N::Error>)) {
    next.tell_give_up(name, hook);
}

/// Tells nobody.
pub fn unobserved<N>(_next: &N) {}
