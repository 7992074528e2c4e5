//! The current scope, as the calls in it see it.

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

/// What takes real time in a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// Waits and operations.
    Real,
    /// Operations, but no waits.
    WaitsSkipped,
    /// Nothing: only waits, timeouts and `sleep` move the scope's clock.
    Virtual,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) records: Records,
    pub(super) time: VirtualTime,
}

/// A scope that runs a future or a function.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) settings: Settings,
    pub(super) state: Arc<Mutex<State>>,
    /// Whether a [`ScopedFuture`](super::ScopedFuture) moves the clock on. In a function that blocks, the waits do.
    pub(super) is_driven: bool,
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Moves the clock on to the end of the next wait, and wakes what waits for that time.
    pub(super) fn move_on(&self) {
        // The lock is released first, because a waker may take it.
        let wakers = self.lock().time.move_on();
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Whether a [`ScopedFuture`](super::ScopedFuture) of this scope is being polled on this thread. It moves the clock
    /// on.
    pub(super) fn is_driving(&self) -> bool {
        current().is_some_and(|scope| scope.is_driven && Arc::ptr_eq(&scope.state, &self.state))
    }
}

/// Locks the state of a scope.
///
/// No code of the user may run while the lock is held, because it could ask for the trace. Dropping a waker is such
/// code too. A poisoned lock is used as it is, because no panic leaves the state inconsistent.
pub(super) fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The scope that the thread runs in. `None` also while the thread ends and its variables are gone.
pub(super) fn current() -> Option<Arc<Shared>> {
    scope::testing_scope()
}

/// The scope that the thread runs in, if it skips waits.
pub(super) fn current_that_skips() -> Option<Arc<Shared>> {
    current().filter(|scope| scope.settings.time != Time::Real)
}
