//! A scope as the calls below it see it.

use alloc::sync::Arc;
use core::task::Waker;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::records::Records;
use super::virtual_time::VirtualTime;
use crate::scope;

#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) seed: u64,
    pub(super) time: Time,
    pub(super) max_attempts: u32,
}

/// What takes time in a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// Everything.
    Real,
    /// All but the waits.
    WaitsSkipped,
    /// Nothing: its clock is moved on by waits and timeouts alone.
    Virtual,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) records: Records,
    pub(super) time: VirtualTime,
}

/// A scope as the calls below it see it.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) settings: Settings,
    pub(super) state: Arc<Mutex<State>>,
    /// Whether a future of the scope lets its time pass.
    pub(super) is_driven: bool,
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Lets time pass until the end of the next wait.
    pub(super) fn move_on(&self) {
        // The lock is released first, because a waker may take it.
        let wakers = self.lock().time.move_on();
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Whether what is being polled on this thread is polled by a future of this scope, which lets time pass then.
    pub(super) fn is_driving(&self) -> bool {
        current().is_some_and(|scope| scope.is_driven && Arc::ptr_eq(&scope.state, &self.state))
    }
}

/// No code of the user runs while the lock is held, not even the drop of a waker, because such code could ask for the
/// trace. A poisoned lock is used as it is: a panic elsewhere leaves the state whole.
pub(super) fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns `None` also while the thread ends and its variables are gone.
pub(super) fn current() -> Option<Arc<Shared>> {
    scope::testing_scope()
}

pub(super) fn current_that_skips() -> Option<Arc<Shared>> {
    current().filter(|scope| scope.settings.time != Time::Real)
}
