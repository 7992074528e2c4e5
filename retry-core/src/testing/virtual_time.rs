//! A scope's clock: how much waiting has been skipped, and who waits until when.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::scope::Shared;

#[derive(Debug, Default)]
pub(super) struct VirtualTime {
    /// The waits that have been skipped.
    skipped: Duration,
    /// Who waits, by the time at which the wait ends and then by the order in which they began.
    waits: BTreeMap<(Duration, u64), Option<Waker>>,
    begun: u64,
}

impl VirtualTime {
    pub(super) fn skipped(&self) -> Duration {
        self.skipped
    }

    /// Time passes while a thread is blocked.
    pub(super) fn pass(&mut self, time: Duration) {
        self.skipped = self.skipped.saturating_add(time);
    }

    /// Moves on to the end of the next wait that anyone is interested in. Who has waited until then is to be woken.
    pub(super) fn move_on(&mut self) -> Vec<Waker> {
        if let Some(((end, _), _)) = self.waits.iter().find(|(_, waker)| waker.is_some()) {
            self.skipped = self.skipped.max(*end);
        }
        let over = self.waits.iter_mut().take_while(|((end, _), _)| *end <= self.skipped);
        over.filter_map(|(_, waker)| waker.take()).collect()
    }

    fn begin(&mut self, delay: Duration) -> (Duration, u64) {
        let key = (self.skipped.saturating_add(delay), self.begun);
        self.begun += 1;
        self.waits.insert(key, None);
        key
    }

    /// Whether a wait is over; otherwise its waker is kept until it is.
    fn is_over(&mut self, key: (Duration, u64), waker: &Waker) -> bool {
        let is_over = self.skipped >= key.0;
        if !is_over {
            self.waits.insert(key, Some(waker.clone()));
        }
        is_over
    }
}

/// A wait on a scope's clock.
#[derive(Debug)]
pub(crate) struct VirtualWait {
    shared: Arc<Shared>,
    key: (Duration, u64),
    yielded: bool,
}

impl VirtualWait {
    pub(super) fn begin(shared: Arc<Shared>, delay: Duration) -> Self {
        let key = shared.lock().time.begin(delay);
        Self { shared, key, yielded: false }
    }
}

impl Future for VirtualWait {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let is_over = self.shared.lock().time.is_over(self.key, context.waker());
        if is_over && !self.yielded {
            // As on tokio's clock a wait of no time lets everything else run once.
            context.waker().wake_by_ref();
        }
        let ready = is_over && self.yielded;
        self.yielded = true;
        if ready { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Drop for VirtualWait {
    fn drop(&mut self) {
        self.shared.lock().time.waits.remove(&self.key);
    }
}
