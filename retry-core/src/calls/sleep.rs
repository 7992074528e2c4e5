//! How an async call waits.

use std::future::{Future, Ready};
use std::time::Duration;

use crate::engine::call::Call;

/// With the runtime's timer: the way of a call that was given no other.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeTimer;

/// Waits.
pub trait Sleep {
    type Future: Future<Output = ()>;

    /// Begins to wait; `None` to leave it to the runtime's timer.
    fn sleep(&self, delay: Duration) -> Option<Self::Future>;
}

impl Sleep for RuntimeTimer {
    type Future = Ready<()>;

    fn sleep(&self, _delay: Duration) -> Option<Ready<()>> {
        None
    }
}

impl<S: Fn(Duration) -> F, F: Future<Output = ()>> Sleep for S {
    type Future = F;

    fn sleep(&self, delay: Duration) -> Option<F> {
        Some(self(delay))
    }
}

/// Begins a wait: one to be polled, or one that the call itself polls.
#[track_caller]
pub(super) fn begin_wait<S: Sleep>(call: &mut Call, delay: Duration, sleep: &S) -> Option<S::Future> {
    if call.begin_virtual_wait(delay) {
        return None;
    }
    let own = sleep.sleep(delay);
    if own.is_none() {
        call.begin_runtime_wait(delay);
    }
    own
}
