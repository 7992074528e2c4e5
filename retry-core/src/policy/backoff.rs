use core::ptr;
use core::time::Duration;

use super::delay_list::DelayList;
use super::exponential::exponential;
use super::nanos::from_nanos;

/// The curve along which the ceilings grow.
///
/// ```
/// use std::time::Duration;
/// use retry_core::{Backoff, RetryPolicy};
///
/// let policy = RetryPolicy::builder().base(Duration::from_secs(1)).backoff(Backoff::Fibonacci).build()?;
/// let ceilings: Vec<u64> = (1..=6).map(|attempt| policy.ceiling(attempt).as_secs()).collect();
/// assert_eq!(ceilings, [1, 1, 2, 3, 5, 8]);
/// # Ok::<(), retry_core::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Backoff {
    /// `base × factor^(attempt − 1)`: 500 ms, 1 s, 2 s, 4 s, … with the defaults.
    #[default]
    Exponential,
    /// `base × attempt`: 500 ms, 1 s, 1.5 s, 2 s, …
    Linear,
    /// `base` every time.
    Constant,
    /// `base × Fibonacci(attempt)`: 500 ms, 500 ms, 1 s, 1.5 s, 2.5 s, …
    Fibonacci,
    /// These ceilings in turn; the last one repeats when there are more attempts.
    ///
    /// Uses neither base nor factor. Unless set, the cap is the longest of them and the attempts are one more
    /// than there are delays, so that each is waited once.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{Backoff, RetryPolicy};
    ///
    /// static DELAYS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];
    /// let policy = RetryPolicy::builder().backoff(Backoff::Delays(&DELAYS)).build()?;
    /// assert_eq!((policy.attempts(), policy.cap()), (3, Duration::from_secs(1)));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    Delays(&'static [Duration]),
    /// As [`Delays`](Self::Delays), for a list that is only known at run time.
    List(DelayList),
    /// The ceiling that this function gives for the attempt that just failed (the first is 1).
    ///
    /// Uses neither base nor factor. The cap still holds.
    Function(fn(u32) -> Duration),
}

impl Backoff {
    /// The uncapped ceiling after the 1-based `attempt` failed; 0 counts as 1.
    pub(super) fn ceiling(self, base: Duration, factor: f64, attempt: u32) -> Duration {
        let earlier = attempt.saturating_sub(1);
        let base_nanos = base.as_nanos();
        let nanos = match self {
            Self::Exponential => exponential(base_nanos, factor, earlier),
            Self::Linear => base_nanos * (u128::from(earlier) + 1),
            Self::Constant => base_nanos,
            Self::Fibonacci => base_nanos.saturating_mul(fibonacci(earlier)),
            Self::Delays(_) | Self::List(_) => {
                let last = self.listed().unwrap_or_default().saturating_sub(1);
                return self.delay(last.min(earlier)).unwrap_or_default();
            }
            Self::Function(function) => return function(earlier + 1),
        };
        from_nanos(nanos)
    }

    /// Whether the curve is computed from the base.
    pub(super) const fn uses_base(&self) -> bool {
        !matches!(self, Self::Delays(_) | Self::List(_) | Self::Function(_))
    }

    /// How many delays the list has, where the curve is one.
    #[expect(clippy::cast_possible_truncation, reason = "no source file holds 2^32 delays")]
    pub(super) const fn listed(&self) -> Option<u32> {
        match self {
            Self::Delays(delays) => Some(delays.len() as u32),
            Self::List(list) => Some(list.len() as u32),
            _ => None,
        }
    }

    /// The delay at this index of the list, where the curve is one and is long enough.
    pub(super) const fn delay(&self, index: u32) -> Option<Duration> {
        match self {
            Self::Delays(delays) if (index as usize) < delays.len() => Some(delays[index as usize]),
            Self::List(list) if (index as usize) < list.len() => Some(list.get(index as usize)),
            _ => None,
        }
    }

    /// The longest delay of the list, where the curve is one.
    pub(super) const fn longest(&self) -> Option<Duration> {
        let Some(listed) = self.listed() else { return None };
        let (mut longest, mut index) = (Duration::ZERO, 0);
        while index < listed {
            if let Some(delay) = self.delay(index) {
                if delay.as_nanos() > longest.as_nanos() {
                    longest = delay;
                }
            }
            index += 1;
        }
        Some(longest)
    }
}

/// 1, 1, 2, 3, 5, … for 0, 1, 2, 3, 4, …; stands still once it is past 2⁹⁵, more nanoseconds than the
/// longest `Duration` has.
fn fibonacci(index: u32) -> u128 {
    let (mut current, mut next) = (1, 1);
    for _ in 0..index.min(140) {
        (current, next) = (next, current + next);
    }
    current
}

/// Two functions are equal when their addresses are: enough to compare policies, though the compiler may give
/// one function two addresses or two identical ones the same.
impl PartialEq for Backoff {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Delays(ours), Self::Delays(theirs)) => ours == theirs,
            (Self::List(ours), Self::List(theirs)) => ours == theirs,
            (Self::List(list), Self::Delays(delays)) | (Self::Delays(delays), Self::List(list)) => {
                list.iter().eq(delays.iter().copied())
            }
            (Self::Function(ours), Self::Function(theirs)) => ptr::fn_addr_eq(*ours, *theirs),
            _ => core::mem::discriminant(self) == core::mem::discriminant(other),
        }
    }
}

impl Eq for Backoff {}
