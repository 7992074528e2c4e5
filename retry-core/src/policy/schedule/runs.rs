//! Runs of attempts with equal ceilings, for the text of a schedule.
//!
//! A curve that never falls is searched by bisection, a list is visited once, and a function is called for each
//! attempt.

use core::ops::RangeInclusive;

use super::Schedule;
use crate::policy::Backoff;

impl Schedule {
    /// The attempts from `first` on that have the ceiling of `first`.
    pub(super) fn run_from(&self, first: u32) -> RangeInclusive<u32> {
        let ceiling = self.policy.ceiling(first);
        let same = |attempt: &u32| self.policy.ceiling(*attempt) == ceiling;
        let end = match self.policy.backoff {
            Backoff::Function(_) => (first..=self.waits()).take_while(same).last(),
            backoff => match backoff.listed() {
                Some(listed) => match (first..=self.waits()).take(listed as usize).take_while(same).last() {
                    // After its end the list repeats its last delay.
                    Some(end) if end >= listed => Some(self.waits()),
                    end => end,
                },
                None => Some(first + self.count_from(first, |attempt| same(&attempt)) - 1),
            },
        };
        first..=end.unwrap_or(first)
    }

    /// The attempts at the end that have the ceiling of the last wait.
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

    /// The number of ceilings that are below the last one. The curve must never fall.
    pub(super) fn growing(&self) -> u32 {
        let last = self.policy.ceiling(self.waits());
        self.count_from(1, |attempt| self.policy.ceiling(attempt) < last)
    }

    /// How many attempts from `first` on satisfy `holds`, by bisection. Once `holds` is false it must stay false.
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
