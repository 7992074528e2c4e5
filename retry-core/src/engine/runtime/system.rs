//! What the standard library gives where there is an operating system.

use core::hash::BuildHasher as _;
use core::time::Duration;
use std::hash::RandomState;
pub(in crate::engine) use std::time::Instant as ThreadInstant;

pub(in crate::engine) fn block_thread(time: Duration) {
    std::thread::sleep(time);
}

/// Hashes where and when this is done with the keys of a new [`RandomState`].
///
/// The operating system gives the keys to a thread once, and each `RandomState` of the thread counts on from them: they
/// differ between threads and between draws, but a forked child goes on from the same ones as its siblings. What is
/// hashed tells those apart.
pub(in crate::engine) fn random_bits() -> u64 {
    RandomState::new().hash_one(whereabouts())
}

/// The process, and the time for processes of one number, which every first one of a container has.
#[cfg(unix)]
fn whereabouts() -> (u32, ThreadInstant) {
    (std::process::id(), ThreadInstant::now())
}

/// Nothing forks elsewhere.
#[cfg(not(unix))]
fn whereabouts() {}
