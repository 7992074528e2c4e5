//! A scope's clock: how much waiting has been skipped, and who waits until when.

use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::director::SkippedWait;
use super::scope::Shared;

/// When a wait ends, and how many began before it.
type Key = (Duration, u64);

#[derive(Debug, Default)]
pub(super) struct VirtualTime {
    /// The waits that have been skipped.
    skipped: Duration,
    /// Who waits, in the order in which the waits end and then of that in which they began.
    waits: Vec<(Key, Option<Waker>)>,
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

    fn begin(&mut self, delay: Duration) -> Key {
        let key = (self.skipped.saturating_add(delay), self.begun);
        self.begun += 1;
        let place = self.waits.partition_point(|(other, _)| *other < key);
        self.waits.insert(place, (key, None));
        key
    }

    /// Gives back the waker that was kept, as `is_over` does: dropped where the lock is held, one could run anything.
    fn end(&mut self, key: Key) -> Option<Waker> {
        let place = self.waits.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.waits.remove(place).1
    }

    /// Whether a wait is over; otherwise its waker is kept until it is, in exchange for the one before.
    fn is_over(&mut self, key: Key, waker: &mut Option<Waker>) -> bool {
        let is_over = self.skipped >= key.0;
        if !is_over {
            if let Ok(place) = self.waits.binary_search_by_key(&key, |(key, _)| *key) {
                mem::swap(&mut self.waits[place].1, waker);
            }
        }
        is_over
    }
}

/// A wait on a scope's clock.
#[derive(Debug)]
pub(super) struct Wait {
    shared: Arc<Shared>,
    key: Key,
    /// The scope's time when this was polled last.
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
        // Below a function that blocks, or in a task that was spawned with the wait alone, nobody else lets time pass.
        // When it has passed since this was polled, whoever waited for that has the first turn.
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
            // As on tokio's clock a wait of no time lets everything else run once.
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
