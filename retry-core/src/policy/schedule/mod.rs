mod runs;
mod text;
mod totals;

use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use super::nanos::from_nanos;
use super::{Backoff, Jitter, RetryPolicy};

/// What a policy does: its ceilings, its total wait, and the settings that have no effect; from
/// [`RetryPolicy::schedule`].
///
/// It is also a text for logs and startup messages:
///
/// ```
/// use retry_core::RetryPolicy;
///
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
/// The time that the methods take does not grow with the number of attempts. A function of the attempt is the
/// exception: it is called for each attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    policy: RetryPolicy,
}

impl Schedule {
    pub(super) fn new(policy: RetryPolicy) -> Self {
        Self { policy }
    }

    /// An iterator over the ceilings: the longest delay after each attempt but the last.
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

    /// The longest time that one call waits in all, if no verdict asks for a longer wait: the sum of the ceilings, or
    /// the deadline if that is shorter. A sum that is too large is [`Duration::MAX`].
    ///
    /// The sum is exact, with one exception: exponential backoff that grows over more than ten thousand attempts is
    /// summed before its ceilings are rounded to nanoseconds.
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

    /// The time that one call waits on average if every attempt fails; [`Duration::MAX`] if it is too large.
    ///
    /// A share *s* of jitter gives `(1 − s / 2) × worst total`: half of the worst total with full jitter, three
    /// quarters with equal jitter, all of it without jitter.
    ///
    /// For decorrelated jitter the mean is exact if no delay can reach the cap. Otherwise the mean has no closed form,
    /// and is estimated from simulated calls with a fixed seed. The estimate is within about 2 % if the cap is at most
    /// ten thousand times the base, and is less precise above.
    ///
    /// The mean is at most the deadline. It does not account for the calls that the deadline ends early.
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
            // `worst × taken / 2³³`, rounded up, where `taken / 2³²` is the share. The quotient and the rest of
            // `worst / 2³³` are multiplied separately, so that no product exceeds 128 bits.
            Some(kept) => {
                let taken = u128::from(Jitter::WHOLE - kept);
                let (whole, rest) = (worst >> 33, worst & ((1 << 33) - 1));
                worst - (whole * taken + (rest * taken).div_ceil(1 << 33))
            }
            None => self.mean_nanos_decorrelated(),
        };
        self.within_deadline(from_nanos(mean))
    }

    /// The settings that have no effect, by the names of their builder methods.
    ///
    /// These are `cap` if no ceiling reaches it, `backoff` if its list has more delays than the call has waits, and all
    /// settings of delays if there is a single attempt.
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
            // The default cap is the longest delay of the list, so a short call misses the end of the list, not the
            // cap.
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

    /// The number of waits of a call that makes all its attempts.
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
