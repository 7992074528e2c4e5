//! Stretches of equal ceilings, found without visiting every attempt where the curve allows it.

use core::ops::RangeInclusive;

use super::Schedule;
use crate::policy::Backoff;

impl Schedule {
    /// The attempts from `first` on that share its ceiling.
    pub(super) fn run_from(&self, first: u32) -> RangeInclusive<u32> {
        let ceiling = self.policy.ceiling(first);
        let same = |attempt: &u32| self.policy.ceiling(*attempt) == ceiling;
        let end = match self.policy.backoff {
            Backoff::Function(_) => (first..=self.waits()).take_while(same).last(),
            backoff => match backoff.listed() {
                Some(listed) => match (first..=self.waits()).take(listed as usize).take_while(same).last() {
                    // From there on the list repeats its last delay.
                    Some(end) if end >= listed => Some(self.waits()),
                    end => end,
                },
                None => Some(first + self.count_from(first, |attempt| same(&attempt)) - 1),
            },
        };
        first..=end.unwrap_or(first)
    }

    /// The last attempts that share a ceiling.
    pub(super) fn last_run(&self) -> RangeInclusive<u32> {
        let ceiling = self.policy.ceiling(self.waits());
        let end = match self.policy.backoff {
            Backoff::Function(_) => self.waits(),
            backoff => match backoff.listed() {
                Some(listed) => self.waits().min(listed),
                None => return self.growing() + 1..=self.waits(),
            },
        };
        let first = (1..=end).rev().take_while(|attempt| self.policy.ceiling(*attempt) == ceiling).last();
        first.unwrap_or(end)..=self.waits()
    }

    /// How many of the ceilings, from the first, are below the last one. For curves that never fall.
    pub(super) fn growing(&self) -> u32 {
        let last = self.policy.ceiling(self.waits());
        self.count_from(1, |attempt| self.policy.ceiling(attempt) < last)
    }

    /// How many attempts from `first` on satisfy what, once it is false, stays false.
    fn count_from(&self, first: u32, holds: impl Fn(u32) -> bool) -> u32 {
        let (mut known, mut limit) = (0, self.waits() + 1 - first);
        while known < limit {
            let middle = known + (limit - known) / 2;
            if holds(first + middle) {
                known = middle + 1;
            } else {
                limit = middle;
            }
        }
        known
    }
}
