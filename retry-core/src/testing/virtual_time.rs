//! The clock of a scope: the time that was skipped, and the waits that have not ended.

use core::mem;
use core::task::Waker;
use core::time::Duration;

/// When a wait ends, and how many began before it.
pub(super) type Key = (Duration, u64);

#[derive(Debug, Default)]
pub(super) struct VirtualTime {
    /// The time of all skipped waits.
    skipped: Duration,
    /// The wakers of the waits, ordered by their ends and then by their beginnings.
    waits: Vec<(Key, Option<Waker>)>,
    begun: u64,
}

impl VirtualTime {
    pub(super) fn skipped(&self) -> Duration {
        self.skipped
    }

    /// Moves the clock on by a wait that blocks the thread.
    pub(super) fn pass(&mut self, time: Duration) {
        self.skipped = self.skipped.saturating_add(time);
    }

    /// Moves the clock on to the end of the next wait that is still polled, and returns the wakers of the waits that end.
    pub(super) fn move_on(&mut self) -> Vec<Waker> {
        if let Some(((end, _), _)) = self.waits.iter().find(|(_, waker)| waker.is_some()) {
            self.skipped = self.skipped.max(*end);
        }
        let over = self.waits.iter_mut().take_while(|((end, _), _)| *end <= self.skipped);
        over.filter_map(|(_, waker)| waker.take()).collect()
    }

    pub(super) fn begin(&mut self, delay: Duration) -> Key {
        let key = (self.skipped.saturating_add(delay), self.begun);
        self.begun += 1;
        let place = self.waits.partition_point(|(other, _)| *other < key);
        self.waits.insert(place, (key, None));
        key
    }

    /// Returns the waker that was kept, as `is_over` does, because dropping it under the lock could run any code.
    pub(super) fn end(&mut self, key: Key) -> Option<Waker> {
        let place = self.waits.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.waits.remove(place).1
    }

    /// Whether a wait is over. If not, keeps its waker and returns the waker that it replaces.
    pub(super) fn is_over(&mut self, key: Key, waker: &mut Option<Waker>) -> bool {
        let is_over = self.skipped >= key.0;
        if !is_over {
            if let Ok(place) = self.waits.binary_search_by_key(&key, |(key, _)| *key) {
                mem::swap(&mut self.waits[place].1, waker);
            }
        }
        is_over
    }
}
