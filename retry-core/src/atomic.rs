//! `AtomicU64`: the platform's, or that of `portable-atomic` on a platform without 64-bit atomics.

#[cfg(target_has_atomic = "64")]
pub(crate) use core::sync::atomic::AtomicU64;

#[cfg(not(target_has_atomic = "64"))]
pub(crate) use portable_atomic::AtomicU64;
