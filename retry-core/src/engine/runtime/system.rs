//! The operating system, through the standard library: the clock and the sleep of threads, and random bits.

use core::hash::BuildHasher as _;
use core::time::Duration;
use std::hash::RandomState;
pub(in crate::engine) use std::time::Instant as ThreadInstant;

pub(in crate::engine) fn block_thread(time: Duration) {
    std::thread::sleep(time);
}

/// 64 random bits: a hash of the process and the time with the keys of a new [`RandomState`].
///
/// A thread gets random keys from the operating system once, and each new `RandomState` of the thread counts up from
/// them. So the keys differ between threads and between draws. Forked children have the keys of their parent. The
/// process and the time, which are hashed, differ between forked children.
pub(in crate::engine) fn random_bits() -> u64 {
    RandomState::new().hash_one(process_and_time())
}

/// The process and the time. The time matters for processes with the same number: the first process of every container
/// has the number 1.
#[cfg(unix)]
fn process_and_time() -> (u32, ThreadInstant) {
    (std::process::id(), ThreadInstant::now())
}

/// Processes do not fork on other systems.
#[cfg(not(unix))]
fn process_and_time() {}
