//! From nanoseconds, in which the policy computes, to a `Duration`.

use core::time::Duration;

/// So many nanoseconds; the longest `Duration` if there are more than it holds.
#[inline(never)]
pub(super) fn from_nanos(nanos: u128) -> Duration {
    const NANOS_PER_SECOND: u128 = 1_000_000_000;
    match u64::try_from(nanos / NANOS_PER_SECOND) {
        Ok(seconds) => Duration::new(seconds, (nanos % NANOS_PER_SECOND) as u32),
        Err(_) => Duration::MAX,
    }
}
