//! A scope's clock: how much waiting has been skipped, and who waits until when.

use std::mem;
use std::task::Waker;
use std::time::Duration;

/// When a wait ends, and how many began before it.
pub(super) type Key = (Duration, u64);

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

    pub(super) fn begin(&mut self, delay: Duration) -> Key {
        let key = (self.skipped.saturating_add(delay), self.begun);
        self.begun += 1;
        let place = self.waits.partition_point(|(other, _)| *other < key);
        self.waits.insert(place, (key, None));
        key
    }

    /// Gives back the waker that was kept, as `is_over` does: dropped where the lock is held, one could run anything.
    pub(super) fn end(&mut self, key: Key) -> Option<Waker> {
        let place = self.waits.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.waits.remove(place).1
    }

    /// Whether a wait is over; otherwise its waker is kept until it is, in exchange for the one before.
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
