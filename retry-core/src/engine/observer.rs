//! Who is told of a failed attempt: the hooks, and `tracing` of its error.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::described::{Describe, Described};
use super::event::{ErrorText, GiveUpEvent, RetryEvent};
use super::failed::{FailedAttempt, on_give_up, on_retry};
use super::outcome::Outcome;

/// Who is told of a failed attempt.
pub trait Observer<O> {
    /// How the error of the attempt is described, where the type can tell it.
    fn describe<'o>(&self, _outcome: &'o O) -> Option<Described<'o>> {
        None
    }

    /// Whether `tracing` is told the error too.
    fn traces_error(&self) -> bool {
        true
    }

    /// Tells the hooks.
    fn tell(self, failed: &FailedAttempt<'_, O>);
}

impl<O, H: FnOnce(&FailedAttempt<'_, O>)> Observer<O> for H {
    fn tell(self, failed: &FailedAttempt<'_, O>) {
        self(failed);
    }
}

/// Hooks that know how the error is described.
#[allow(missing_debug_implementations)]
pub struct Observed<O, H> {
    describe: Describe<O>,
    traces_error: bool,
    hooks: H,
}

/// The hooks of an annotated function.
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

    fn tell(self, failed: &FailedAttempt<'_, O>) {
        (self.hooks)(failed);
    }
}

/// Tells nobody.
pub fn unobserved<O>(_failed: &FailedAttempt<'_, O>) {}

type OnRetry = dyn Fn(&RetryEvent<'_, ErrorText<'_>>) + Send + Sync;
type OnGiveUp = dyn Fn(&GiveUpEvent<'_, ErrorText<'_>>) + Send + Sync;

/// Hooks that many calls share, whatever their errors are. Nothing is allocated for none.
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

    /// Those of other clones stay as they are.
    fn hooks(&mut self) -> &mut Hooks {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// Tells the hooks, in the order in which they were added.
    pub(crate) fn tell<O: Outcome>(&self, failed: &FailedAttempt<'_, O>) {
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
