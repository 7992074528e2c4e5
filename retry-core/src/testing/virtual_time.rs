//! The clock of a scope: the time that was skipped, and the waits that are not over.

use core::mem;
use core::task::Waker;
use core::time::Duration;

/// Identifies a wait: when it ends, and how many waits began before it.
pub(super) type Key = (Duration, u64);

#[derive(Debug, Default)]
pub(super) struct VirtualTime {
    /// The current time: the sum of all skipped waits.
    skipped: Duration,
    /// The waits with their wakers, sorted by the key.
    waits: Vec<(Key, Option<Waker>)>,
    /// How many waits have begun.
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

    /// Moves the clock on to the end of the next wait that is still polled, and returns the wakers of the waits that
    /// end.
    pub(super) fn move_on(&mut self) -> Vec<Waker> {
        if let Some(((end, _), _)) = self.waits.iter().find(|(_, waker)| waker.is_some()) {
            self.skipped = self.skipped.max(*end);
        }
        let over = self.waits.iter_mut().take_while(|((end, _), _)| *end <= self.skipped);
        over.filter_map(|(_, waker)| waker.take()).collect()
    }

    /// Begins a wait.
    pub(super) fn begin(&mut self, delay: Duration) -> Key {
        let key = (self.skipped.saturating_add(delay), self.begun);
        self.begun += 1;
        let place = self.waits.partition_point(|(other, _)| *other < key);
        self.waits.insert(place, (key, None));
        key
    }

    /// Removes a wait and returns its waker. The caller drops the waker after it has released the lock, because
    /// dropping it may run any code.
    pub(super) fn end(&mut self, key: Key) -> Option<Waker> {
        let place = self.waits.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.waits.remove(place).1
    }

    /// Whether a wait is over. If not, keeps the waker, and puts the one that it replaces into `waker`.
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
