//! A failed attempt, and the calls of the hooks.

use core::time::Duration;

use super::described::Described;
use super::event::{Failure, GiveUpEvent, RetryEvent};
use super::name::Name;
use super::outcome::Outcome;
use crate::decision::{Decision, DelaySource};

/// A failed attempt, and the decision about it.
#[derive(Debug)]
pub struct FailedAttempt<'o, O> {
    pub(super) outcome: &'o O,
    pub(super) name: Name,
    pub(super) attempt: u32,
    pub(super) elapsed: Duration,
    pub(super) decision: Decision,
    pub(super) described: Option<Described<'o>>,
    pub(super) depth: u32,
}

impl<O> FailedAttempt<'_, O> {
    /// What chose the delay, if there is a delay.
    pub(crate) fn delay_source(&self) -> Option<DelaySource> {
        match self.decision {
            Decision::Wait { source, .. } => Some(source),
            Decision::GiveUp(_) => None,
        }
    }
}

/// The return type of a hook: nothing.
#[diagnostic::on_unimplemented(
    message = "a hook is called and not awaited, so it has to return `()`, but this one returns `{Self}`",
    label = "the returned value would be lost",
    note = "to await something, spawn a task, as in `|event| {{ tokio::spawn(tell(event.to_string())); }}`, or await it in the body, where `context = attempt` gives the number of the attempt",
    note = "to drop any other value, add a semicolon: `|event| {{ count(event); }}`"
)]
pub trait HookAnswer {}

#[diagnostic::do_not_recommend]
impl HookAnswer for () {}

/// A hook that only panics returns `!`, which has no name yet.
#[diagnostic::do_not_recommend]
impl HookAnswer for <fn() -> ! as Returns>::Output {}

pub trait Returns {
    type Output;
}

impl<T> Returns for fn() -> T {
    type Output = T;
}

/// Calls the hook `on_retry`, if the decision is to wait.
pub fn on_retry<O: Outcome, R: HookAnswer>(
    failed: &FailedAttempt<'_, O>,
    hook: impl FnOnce(&RetryEvent<'_, O::Error>) -> R,
) {
    let &FailedAttempt { outcome, name, attempt, elapsed, decision, described, depth } = failed;
    if let Decision::Wait { delay, source } = decision {
        let failure = Failure::from_outcome(outcome.as_result());
        hook(&RetryEvent { name: name.get(), attempt, failure, delay, source, elapsed, depth, described });
    }
}

/// Calls the hook `on_give_up`, if the decision is to give up.
pub fn on_give_up<O: Outcome, R: HookAnswer>(
    failed: &FailedAttempt<'_, O>,
    hook: impl FnOnce(&GiveUpEvent<'_, O::Error>) -> R,
) {
    let &FailedAttempt { outcome, name, attempt, elapsed, decision, described, depth } = failed;
    if let Decision::GiveUp(reason) = decision {
        let failure = Failure::from_outcome(outcome.as_result());
        hook(&GiveUpEvent { name: name.get(), attempt, failure, reason, elapsed, depth, described });
    }
}
