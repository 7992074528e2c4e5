//! The sliding window: the numbers of recent attempts and of failures among them.
//!
//! The window is a ring of [`SLICES`] slices of equal length. Each slice has a counter. When a slice has slid out of
//! the window, the next slice that needs its place in the ring resets the counter. So the window is exact except at its
//! far end, where it is up to one slice too short.

#![expect(clippy::cast_possible_truncation, reason = "a mask or the width of a field comes before each cast")]

use super::sync::{AtomicU64, Ordering};

/// The number of slices.
pub(super) const SLICES: usize = 8;

/// ```text
/// bits 0–17   attempts
/// bits 18–35  failures
/// bits 36–55  the number of the slice
/// bits 56–63  the generation
/// ```
const COUNT_BITS: u32 = 18;
const SLICE_BITS: u32 = 20;
const COUNT_MASK: u64 = (1 << COUNT_BITS) - 1;
const SLICE_MASK: u64 = (1 << SLICE_BITS) - 1;

pub(super) struct Window {
    slices: [AtomicU64; SLICES],
    /// In milliseconds.
    slice_length: u64,
}

/// The numbers of attempts and of failures among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) attempts: u32,
    pub(super) failures: u32,
}

/// The counter of a slice.
#[derive(Clone, Copy)]
struct Slice {
    /// The last bits of the generation in which the attempts began.
    generation: u8,
    /// The time in slices, without its upper bits.
    number: u64,
    counts: Counts,
}

impl Slice {
    fn decode(word: u64) -> Self {
        Self {
            generation: (word >> 56) as u8,
            number: (word >> (2 * COUNT_BITS)) & SLICE_MASK,
            counts: Counts {
                attempts: (word & COUNT_MASK) as u32,
                failures: ((word >> COUNT_BITS) & COUNT_MASK) as u32,
            },
        }
    }

    fn encode(self) -> u64 {
        let Counts { attempts, failures } = self.counts;
        u64::from(attempts)
            | (u64::from(failures) << COUNT_BITS)
            | (self.number << (2 * COUNT_BITS))
            | (u64::from(self.generation) << 56)
    }

    /// The age in slices, if the slice belongs to this generation.
    fn age(self, generation: u8, now: u64) -> Option<u64> {
        (self.generation == generation).then_some(now.wrapping_sub(self.number) & SLICE_MASK)
    }
}

impl Window {
    pub(super) const fn new(slice_length: u64) -> Self {
        Self { slices: [const { AtomicU64::new(0) }; SLICES], slice_length }
    }

    /// Counts an attempt that has ended now. If its slice belongs to another generation, the slice is reset first.
    pub(super) fn record(&self, generation: u16, now: u64, failed: bool) {
        let generation = generation as u8;
        let number = self.number(now);
        let slice = &self.slices[(number % SLICES as u64) as usize];
        let counted = |word| {
            let mut slice = Slice::decode(word);
            match slice.age(generation, number) {
                Some(0) => {}
                // Another thread has read the clock a whole window later, and has counted already. This attempt is out
                // of the window.
                Some(age) if age > SLICE_MASK - SLICES as u64 && slice.counts.attempts > 0 => return None,
                _ => slice = Slice { generation, number, counts: Counts::default() },
            }
            let Counts { attempts, failures } = &mut slice.counts;
            // A full counter stays full.
            if u64::from(*attempts) == COUNT_MASK {
                return None;
            }
            *attempts += 1;
            *failures += u32::from(failed);
            Some(slice.encode())
        };
        let _ = slice.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted);
    }

    /// The sums over the slices that are within the window now.
    pub(super) fn counts(&self, generation: u16, now: u64) -> Counts {
        let number = self.number(now);
        let mut sum = Counts::default();
        for slice in &self.slices {
            let slice = Slice::decode(slice.load(Ordering::Relaxed));
            if slice.age(generation as u8, number).is_some_and(|age| age < SLICES as u64) {
                sum.attempts += slice.counts.attempts;
                sum.failures += slice.counts.failures;
            }
        }
        sum
    }

    /// The number of the slice at this time.
    fn number(&self, now: u64) -> u64 {
        (now / self.slice_length) & SLICE_MASK
    }
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use super::*;

    fn counts(attempts: u32, failures: u32) -> Counts {
        Counts { attempts, failures }
    }

    #[test]
    fn what_has_slid_out_is_not_counted() {
        let window = Window::new(100);
        window.record(0, 50, true);
        window.record(0, 750, false);
        assert_eq!(window.counts(0, 799), counts(2, 1));
        assert_eq!(window.counts(0, 800), counts(1, 0));
        assert_eq!(window.counts(0, 1_499), counts(1, 0));
        assert_eq!(window.counts(0, 1_500), counts(0, 0));
        window.record(0, 850, true);
        assert_eq!(window.counts(0, 899), counts(2, 1));
    }

    #[test]
    fn another_generation_begins_with_nothing() {
        let window = Window::new(100);
        window.record(3, 50, true);
        assert_eq!(window.counts(4, 60), counts(0, 0));
        window.record(4, 60, false);
        assert_eq!(window.counts(4, 60), counts(1, 0));
        assert_eq!(window.counts(3, 60), counts(0, 0));
    }

    #[test]
    fn a_thread_that_is_late_by_a_whole_window_counts_nothing() {
        let window = Window::new(100);
        window.record(0, 850, false);
        window.record(0, 50, true);
        assert_eq!(window.counts(0, 850), counts(1, 0));
    }

    #[test]
    fn a_full_counter_stays_full() {
        let window = Window::new(100);
        for _ in 0..=COUNT_MASK {
            window.record(0, 0, true);
        }
        let full = COUNT_MASK as u32;
        assert_eq!(window.counts(0, 0), counts(full, full));
    }

    #[test]
    fn the_numbers_of_slices_may_wrap() {
        let window = Window::new(1);
        let last = SLICE_MASK;
        window.record(0, last, true);
        window.record(0, last + 1, true);
        assert_eq!(window.counts(0, last + 1), counts(2, 2));
    }

    #[test]
    fn a_slice_that_was_not_used_for_long_begins_anew() {
        let window = Window::new(1);
        window.record(0, 16, true);
        let later = 16 + SLICE_MASK / 2 + SLICES as u64 + 1;
        window.record(0, later, false);
        assert_eq!(window.counts(0, later), counts(1, 0));
    }
}
