//! From 128-bit nanoseconds, in which the policy computes.

use core::time::Duration;

/// Saturates at the longest `Duration`.
#[inline(never)]
pub(super) fn from_nanos(nanos: u128) -> Duration {
    const NANOS_PER_SECOND: u128 = 1_000_000_000;
    match u64::try_from(nanos / NANOS_PER_SECOND) {
        Ok(seconds) => Duration::new(seconds, (nanos % NANOS_PER_SECOND) as u32),
        Err(_) => Duration::MAX,
    }
}
