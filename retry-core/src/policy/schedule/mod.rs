mod runs;
mod text;
mod totals;

use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use super::nanos::from_nanos;
use super::{Backoff, Jitter, RetryPolicy};

/// A policy explained: its ceilings, its total wait, and the settings that can never matter; from
/// [`RetryPolicy::schedule`].
///
/// As text it reads
///
/// ```
/// # use retry_core::RetryPolicy;
/// let text = RetryPolicy::default().schedule().to_string();
/// assert_eq!(text, "\
/// 6 attempts, full jitter
///   after attempt 1: up to 500ms
///   after attempt 2: up to 1s
///   after attempt 3: up to 2s
///   after attempt 4: up to 4s
///   after attempt 5: up to 8s
/// total wait: 7.75s on average, 15.5s at worst
/// the cap of 30s is never reached");
/// ```
///
/// # Cost
///
/// Everything here takes a bounded time however many attempts there are, except where the curve is a function of
/// the attempt: only calling it for each attempt tells what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    policy: RetryPolicy,
}

impl Schedule {
    pub(super) fn new(policy: RetryPolicy) -> Self {
        Self { policy }
    }

    /// The ceilings in turn: the longest delay possible after each attempt but the last.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// let ceilings: Vec<_> = RetryPolicy::default().schedule().ceilings().collect();
    /// assert_eq!(ceilings, [500, 1000, 2000, 4000, 8000].map(Duration::from_millis));
    /// ```
    pub fn ceilings(&self) -> impl Iterator<Item = Duration> + use<> {
        let policy = self.policy;
        (1..policy.attempts).map(move |attempt| policy.ceiling(attempt))
    }

    /// The longest time one call can spend waiting without a server's hint: the sum of the ceilings, saturating, or
    /// the deadline where that is shorter.
    ///
    /// Exact, save for exponential backoff that grows over more than ten thousand attempts: its geometric series
    /// is computed in floating point, before the ceilings are rounded to nanoseconds.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(RetryPolicy::default().schedule().worst_total(), Duration::from_millis(15_500));
    /// ```
    #[must_use]
    pub fn worst_total(&self) -> Duration {
        self.within_deadline(from_nanos(self.worst_nanos()))
    }

    /// The time one call spends waiting on average when every attempt fails, saturating.
    ///
    /// The worst less half of jitter's share: half of it for full jitter, three quarters for equal, all of it for none. For decorrelated jitter it
    /// is the exact mean as long as no delay can reach the cap; under a cap that mean has no closed form, and it
    /// is estimated from simulated calls with a fixed seed, to within about 2 % where the cap is at most ten thousand
    /// times the base, and less well above. A deadline bounds it, and is otherwise not taken into account.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(RetryPolicy::default().schedule().mean_total(), Duration::from_millis(7_750));
    /// ```
    #[must_use]
    pub fn mean_total(&self) -> Duration {
        let worst = self.worst_nanos();
        let mean = match self.policy.jitter.kept() {
            // Half of what jitter may take off, rounded up, by parts of 2³³ so that no product is past 128 bits.
            Some(kept) => {
                let taken = u128::from(Jitter::WHOLE - kept);
                let (whole, rest) = (worst >> 33, worst & ((1 << 33) - 1));
                worst - (whole * taken + (rest * taken).div_ceil(1 << 33))
            }
            None => self.mean_nanos_decorrelated(),
        };
        self.within_deadline(from_nanos(mean))
    }

    /// The settings that can never matter, by the names of their builder methods: a cap that no ceiling reaches,
    /// a backoff list that is longer than the waits, everything about delays with a single attempt.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(RetryPolicy::default().schedule().unused(), ["cap"]);
    ///
    /// let reached = RetryPolicy::builder().cap(Duration::from_secs(5)).build()?;
    /// assert!(reached.schedule().unused().is_empty());
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    #[must_use]
    pub fn unused(&self) -> Vec<&'static str> {
        if self.waits() == 0 {
            return vec!["base", "cap", "factor", "backoff", "jitter", "retry_after_cap"];
        }
        let mut unused = Vec::new();
        match self.policy.backoff.listed() {
            // Its longest delay is the cap where none is set: what is never reached is the end of the list.
            Some(listed) if listed > self.waits() => unused.push("backoff"),
            _ if self.highest_ceiling() < self.policy.cap => unused.push("cap"),
            _ => {}
        }
        unused
    }

    fn within_deadline(&self, total: Duration) -> Duration {
        self.policy.deadline.map_or(total, |deadline| total.min(deadline))
    }

    /// Whether nothing but the deadline limits the attempts.
    fn is_unlimited(&self) -> bool {
        self.policy.attempts == u32::MAX && self.policy.deadline.is_some()
    }

    /// How many waits there are.
    fn waits(&self) -> u32 {
        self.policy.attempts - 1
    }

    fn highest_ceiling(&self) -> Duration {
        match self.policy.backoff {
            Backoff::Function(_) => self.ceilings().max().unwrap_or_default(),
            backoff => match backoff.listed() {
                Some(listed) => self.ceilings().take(listed as usize).max().unwrap_or_default(),
                None => self.policy.ceiling(self.waits()),
            },
        }
    }
}
