//! How an async call waits.

use core::future::{Future, Ready};
use core::time::Duration;

use super::shared::Shared;
use crate::engine::call::Call;
use crate::engine::name::Name;
use crate::engine::wait;

/// Waits with the runtime's timer: the default.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeTimer;

/// How a call waits: [`RuntimeTimer`], or a function from a delay to a future.
pub trait Sleep {
    type Future: Future<Output = ()>;

    /// Whether this is [`RuntimeTimer`].
    const IS_RUNTIME: bool;

    /// Begins to wait. `None` means that the call waits with the runtime's timer.
    fn sleep(&self, delay: Duration) -> Option<Self::Future>;
}

impl Sleep for RuntimeTimer {
    type Future = Ready<()>;

    const IS_RUNTIME: bool = true;

    fn sleep(&self, _delay: Duration) -> Option<Ready<()>> {
        None
    }
}

impl<S: Fn(Duration) -> F, F: Future<Output = ()>> Sleep for S {
    type Future = F;

    const IS_RUNTIME: bool = false;

    fn sleep(&self, delay: Duration) -> Option<F> {
        Some(self(delay))
    }
}

/// In a debug build, panics if the call may need the runtime's timer and there is none.
#[inline]
#[track_caller]
pub(super) fn expect_timer<S: Sleep>(shared: &Shared<'_>) {
    if cfg!(debug_assertions) && S::IS_RUNTIME {
        wait::expect_timer(&shared.settings());
    }
}

/// Begins a wait. Returns the future to await, or `None` if the wait is part of `call`.
#[track_caller]
pub(super) fn begin_wait<S: Sleep>(call: &mut Call, delay: Duration, sleep: &S, caller: Name) -> Option<S::Future> {
    if call.begin_virtual_wait(delay) {
        return None;
    }
    let own = sleep.sleep(delay);
    if own.is_none() {
        call.begin_runtime_wait(delay, caller);
    }
    own
}
