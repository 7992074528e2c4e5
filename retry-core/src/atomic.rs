//! Atomics of 64 bits: those of the platform, or what stands in for them where it has none.

#[cfg(target_has_atomic = "64")]
pub(crate) use core::sync::atomic::AtomicU64;

#[cfg(not(target_has_atomic = "64"))]
pub(crate) use portable_atomic::AtomicU64;
