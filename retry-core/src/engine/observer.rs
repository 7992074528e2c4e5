//! The observers of a failed attempt: the hooks of a call and of its retrier, and `tracing`, which gets the error's
//! text.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::described::{Describe, Described};
use super::event::{ErrorText, GiveUpEvent, RetryEvent};
use super::failed::{FailedAttempt, on_give_up, on_retry};
use super::outcome::Outcome;

/// Observes a failed attempt.
pub trait Observer<O> {
    /// The text of the attempt's error, if its type has one.
    fn describe<'o>(&self, _outcome: &'o O) -> Option<Described<'o>> {
        None
    }

    /// Whether `tracing` gets the text of the error.
    fn traces_error(&self) -> bool {
        true
    }

    /// Calls the hooks.
    fn notify(self, failed: &FailedAttempt<'_, O>);
}

impl<O, H: FnOnce(&FailedAttempt<'_, O>)> Observer<O> for H {
    fn notify(self, failed: &FailedAttempt<'_, O>) {
        self(failed);
    }
}

/// Hooks, and how the error is described to them.
#[allow(missing_debug_implementations)]
pub struct Observed<O, H> {
    describe: Describe<O>,
    traces_error: bool,
    hooks: H,
}

/// The observer of an annotated function with hooks.
#[inline]
pub fn observed<O, H: FnOnce(&FailedAttempt<'_, O>)>(
    describe: Describe<O>,
    traces_error: bool,
    hooks: H,
) -> Observed<O, H> {
    Observed { describe, traces_error, hooks }
}

impl<O, H: FnOnce(&FailedAttempt<'_, O>)> Observer<O> for Observed<O, H> {
    fn describe<'o>(&self, outcome: &'o O) -> Option<Described<'o>> {
        (self.describe)(outcome)
    }

    fn traces_error(&self) -> bool {
        self.traces_error
    }

    fn notify(self, failed: &FailedAttempt<'_, O>) {
        (self.hooks)(failed);
    }
}

/// The hooks of an annotated function without hooks.
pub fn unobserved<O>(_failed: &FailedAttempt<'_, O>) {}

type OnRetry = dyn Fn(&RetryEvent<'_, ErrorText<'_>>) + Send + Sync;
type OnGiveUp = dyn Fn(&GiveUpEvent<'_, ErrorText<'_>>) + Send + Sync;

/// The hooks of a [`Retrier`](crate::Retrier), for calls with any error type. No hooks need no allocation.
#[derive(Clone)]
pub(crate) struct SharedHooks(Option<Arc<Hooks>>);

#[derive(Clone, Default)]
struct Hooks {
    on_retry: Vec<Arc<OnRetry>>,
    on_give_up: Vec<Arc<OnGiveUp>>,
}

impl SharedHooks {
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn add_on_retry(&mut self, hook: Arc<OnRetry>) {
        self.hooks().on_retry.push(hook);
    }

    pub(crate) fn add_on_give_up(&mut self, hook: Arc<OnGiveUp>) {
        self.hooks().on_give_up.push(hook);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The hooks, to add one. The hooks of other clones do not change.
    fn hooks(&mut self) -> &mut Hooks {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// Calls the hooks, in the order in which they were added.
    pub(crate) fn notify<O: Outcome>(&self, failed: &FailedAttempt<'_, O>) {
        let Some(hooks) = &self.0 else { return };
        let outcome = failed.outcome.as_result().map(|_| ()).map_err(|_| ErrorText(failed.described));
        let &FailedAttempt { name, attempt, elapsed, decision, described, depth, .. } = failed;
        let failed = FailedAttempt { outcome: &outcome, name, attempt, elapsed, decision, described, depth };
        on_retry(&failed, |event| hooks.on_retry.iter().for_each(|hook| hook(event)));
        on_give_up(&failed, |event| hooks.on_give_up.iter().for_each(|hook| hook(event)));
    }
}

impl fmt::Debug for SharedHooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hooks = self.0.as_ref().map_or(0, |hooks| hooks.on_retry.len() + hooks.on_give_up.len());
        write!(f, "{hooks} hooks")
    }
}
