//! The future that runs in a scope and moves the scope's clock on.

use alloc::sync::Arc;
use alloc::task::Wake;
use core::future::Future;
use core::pin::Pin;
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Context, Poll, Waker};

use pin_project_lite::pin_project;

use super::current::Shared;
use crate::scope::Entered;

pin_project! {
    /// A future that runs in a [`Scope`](super::Scope); from [`Scope::run`](super::Scope::run).
    #[derive(Debug)]
    #[must_use = "futures do nothing unless polled"]
    pub struct ScopedFuture<F> {
        #[pin]
        future: F,
        // Declared last, so that it is dropped after the waits of the future.
        driver: Driver,
    }
}

impl<F> ScopedFuture<F> {
    pub(super) fn new(shared: Arc<Shared>, future: F) -> Self {
        Self { future, driver: Driver { shared, is_pending: false } }
    }
}

impl<F: Future> Future for ScopedFuture<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        let noticed = Arc::new(Noticed { woken: AtomicBool::new(false), waker: context.waker().clone() });
        this.driver.is_pending = true;
        let outcome = {
            let _entered = Entered::testing(this.driver.shared.clone());
            this.future.poll(&mut Context::from_waker(&Waker::from(Arc::clone(&noticed))))
        };
        if outcome.is_ready() {
            this.driver.end();
        } else if !noticed.woken.load(Ordering::Acquire) {
            // Nothing in this future has been woken: everything waits, so the clock moves on.
            this.driver.shared.move_on();
        }
        outcome
    }
}

/// Moves the clock on when the future has ended or was dropped.
///
/// Another future of the scope may have moved the clock on to the end of a wait of this future, and now waits for its
/// turn.
#[derive(Debug)]
struct Driver {
    shared: Arc<Shared>,
    is_pending: bool,
}

impl Driver {
    fn end(&mut self) {
        let was_pending = core::mem::take(&mut self.is_pending);
        // An outer future of the same scope moves the clock on by itself.
        if was_pending && !self.shared.is_driving() {
            self.shared.move_on();
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.end();
    }
}

/// A waker that remembers whether it was woken.
struct Noticed {
    woken: AtomicBool,
    waker: Waker,
}

impl Wake for Noticed {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::Release);
        self.waker.wake_by_ref();
    }
}
