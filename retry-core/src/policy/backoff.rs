use core::ptr;
use core::time::Duration;

use super::delay_list::DelayList;
use super::exponential::exponential;
use super::nanos::from_nanos;

/// The curve: how the ceiling grows from attempt to attempt.
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
    /// These ceilings in turn; the last one repeats if there are more attempts.
    ///
    /// A list uses neither base nor factor. The default cap is the longest delay of the list. The default number of
    /// attempts is one more than the number of delays, so that each delay is used once.
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
    /// The ceiling that this function returns for the number of the attempt that has just failed (the first is 1).
    ///
    /// A function uses neither base nor factor. The cap still applies.
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

    /// The number of delays, if the curve is a list.
    #[expect(clippy::cast_possible_truncation, reason = "no source file holds 2^32 delays")]
    pub(super) const fn listed(&self) -> Option<u32> {
        match self {
            Self::Delays(delays) => Some(delays.len() as u32),
            Self::List(list) => Some(list.len() as u32),
            _ => None,
        }
    }

    /// The delay at this index, if the curve is a list and is long enough.
    pub(super) const fn delay(&self, index: u32) -> Option<Duration> {
        match self {
            Self::Delays(delays) if (index as usize) < delays.len() => Some(delays[index as usize]),
            Self::List(list) if (index as usize) < list.len() => Some(list.get(index as usize)),
            _ => None,
        }
    }

    /// The longest delay, if the curve is a list.
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

/// 1, 1, 2, 3, 5, … for 0, 1, 2, 3, 4, …
///
/// The loop ends at index 140. Its number is past 2⁹⁵, which is more nanoseconds than the longest `Duration` has.
fn fibonacci(index: u32) -> u128 {
    let (mut current, mut next) = (1, 1);
    for _ in 0..index.min(140) {
        (current, next) = (next, current + next);
    }
    current
}

/// Compares functions by their addresses. The compiler may give one function two addresses, and may give two identical
/// functions the same address.
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
