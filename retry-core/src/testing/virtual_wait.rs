//! A wait on a scope's clock.

use alloc::sync::Arc;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use super::current::Shared;
use super::hooks::SkippedWait;
use super::virtual_time::Key;

/// A wait on a scope's clock.
#[derive(Debug)]
pub(super) struct Wait {
    shared: Arc<Shared>,
    key: Key,
    /// The scope's time at the last poll.
    seen: Option<Duration>,
}

impl Wait {
    pub(super) fn begin(shared: Arc<Shared>, delay: Duration) -> Self {
        let key = shared.lock().time.begin(delay);
        Self { shared, key, seen: None }
    }
}

impl Future for Wait {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        // In a function that blocks, or in a task that holds only the wait, nothing else moves the clock on. If the
        // clock has moved since the last poll, the waits that ended by that go first.
        let drives_itself = !self.shared.is_driving();
        let now = self.shared.lock().time.skipped();
        if drives_itself && self.seen == Some(now) && now < self.key.0 {
            self.shared.move_on();
        }
        let mut waker = Some(context.waker().clone());
        let is_over = self.shared.lock().time.is_over(self.key, &mut waker);
        if is_over && self.seen.is_some() {
            return Poll::Ready(());
        }
        if is_over || drives_itself {
            // A wait of zero lets other tasks run once, as tokio's `sleep` does.
            context.waker().wake_by_ref();
        }
        let now = self.shared.lock().time.skipped();
        self.seen = Some(now);
        Poll::Pending
    }
}

impl SkippedWait for Wait {}

impl Drop for Wait {
    fn drop(&mut self) {
        let waker = self.shared.lock().time.end(self.key);
        drop(waker);
    }
}
