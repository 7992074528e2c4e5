//! Who is told of a failed attempt: the hooks, and `tracing` of its error.

use super::described::{Describe, Described};
use super::failed::FailedAttempt;

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
