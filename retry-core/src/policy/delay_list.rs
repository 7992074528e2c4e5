use core::fmt;
use core::time::Duration;

use super::error::{Mistake, PolicyError};

/// A list of delays that is only known at run time, such as one from a file; for
/// [`Backoff::List`](super::Backoff::List).
///
/// The delays are stored inline, so that a policy stays `Copy` and does not allocate. This sets two limits: a list
/// holds at most [`MAX`](Self::MAX) delays, and a delay has at most eight significant digits, as in `"12345678s"` or
/// `"1.2345678s"`. A constant list, [`Backoff::Delays`](super::Backoff::Delays), has neither limit.
///
/// ```
/// use std::time::Duration;
/// use retry_core::{Backoff, DelayList, RetryPolicy};
///
/// let from_a_file = vec![Duration::from_millis(100), Duration::from_secs(1)];
/// let list = DelayList::try_new(&from_a_file)?;
/// let policy = RetryPolicy::builder().backoff(Backoff::List(list)).build()?;
/// assert_eq!((policy.attempts(), policy.ceiling(1)), (3, Duration::from_millis(100)));
/// # Ok::<(), retry_core::PolicyError>(())
/// ```
#[derive(Clone, Copy)]
pub struct DelayList {
    /// At least 1, at most `MAX`.
    len: u8,
    /// Each delay in nanoseconds, as a number of 28 bits times a power of ten; see [`packed`].
    delays: [u32; Self::MAX],
}

impl DelayList {
    /// The largest number of delays in a list.
    pub const MAX: usize = 12;

    /// The list of these delays, in this order.
    ///
    /// # Errors
    ///
    /// If there is no delay, if there are more than [`MAX`](Self::MAX), or if a delay has more significant digits than
    /// the list holds, which is at least eight.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::DelayList;
    ///
    /// assert!(DelayList::try_new(&[Duration::from_nanos(12_345_678)]).is_ok());
    /// assert!(DelayList::try_new(&[Duration::from_nanos(1_234_567_890)]).is_ok());
    /// assert!(DelayList::try_new(&[Duration::from_nanos(1_234_567_891)]).is_err());
    /// assert!(DelayList::try_new(&[Duration::ZERO; DelayList::MAX + 1]).is_err());
    /// ```
    pub fn try_new(delays: &[Duration]) -> Result<Self, PolicyError> {
        if delays.is_empty() {
            return Err(PolicyError(Mistake::NoDelays));
        }
        if delays.len() > Self::MAX {
            return Err(PolicyError(Mistake::TooManyDelays(delays.len())));
        }
        let mut list = Self { len: 0, delays: [0; Self::MAX] };
        for (place, delay) in list.delays.iter_mut().zip(delays) {
            *place = packed(*delay).ok_or(PolicyError(Mistake::DelayTooFine(*delay)))?;
            list.len += 1;
        }
        Ok(list)
    }

    /// An iterator over the delays, in their order.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::DelayList;
    ///
    /// let delays = [Duration::from_millis(100), Duration::from_secs(86_400)];
    /// assert!(DelayList::try_new(&delays)?.iter().eq(delays));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Duration> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// The delay at this index.
    ///
    /// # Panics
    ///
    /// If the index is 12 or more. From the length on the delays are zero.
    pub(super) const fn get(&self, index: usize) -> Duration {
        unpacked(self.delays[index])
    }
}

const DIGITS: u32 = 28;

/// A number in the lower 28 bits and a power of ten in the upper 4, which multiply to the nanoseconds of the delay;
/// `None` for a delay that has no such form.
fn packed(delay: Duration) -> Option<u32> {
    let (mut number, mut power) = (delay.as_nanos(), 0);
    while number >= 1 << DIGITS {
        if number % 10 != 0 || power == 15 {
            return None;
        }
        (number, power) = (number / 10, power + 1);
    }
    u32::try_from(number).ok().map(|number| number | power << DIGITS)
}

const fn unpacked(packed: u32) -> Duration {
    // Fewer than 2²⁸ × 10¹⁵ nanoseconds, so the seconds fit 64 bits.
    let nanos = (packed & ((1 << DIGITS) - 1)) as u128 * 10_u128.pow(packed >> DIGITS);
    #[expect(clippy::cast_possible_truncation, reason = "see above")]
    Duration::new((nanos / 1_000_000_000) as u64, (nanos % 1_000_000_000) as u32)
}

impl PartialEq for DelayList {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for DelayList {}

impl fmt::Debug for DelayList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eight_digits_come_back_as_they_were(number in 0..100_000_000_u64, power in 0..=11_u32) {
            let delay = Duration::from_nanos(number * 10_u64.pow(power));
            prop_assert_eq!(packed(delay).map(unpacked), Some(delay));
        }

        #[test]
        fn what_is_packed_comes_back_or_is_refused(seconds in any::<u64>(), nanos in 0..1_000_000_000_u32) {
            let delay = Duration::new(seconds, nanos);
            prop_assert!(packed(delay).is_none_or(|packed| unpacked(packed) == delay));
        }
    }

    #[test]
    fn the_longest_and_the_finest_are_refused() {
        assert_eq!(packed(Duration::MAX), None);
        assert_eq!(packed(Duration::from_nanos(1_000_000_001)), None);
        assert_eq!(packed(Duration::from_secs(3_600 * 24 * 365)).map(unpacked), Some(Duration::from_secs(31_536_000)));
    }
}
