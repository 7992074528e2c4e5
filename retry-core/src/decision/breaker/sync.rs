//! The atomics: those of the platform, or shuttle's where a test tries the orders of their operations.

#[cfg(not(all(test, shuttle)))]
pub(super) use core::sync::atomic::Ordering;

#[cfg(all(test, shuttle))]
pub(super) use shuttle::sync::atomic::{AtomicU64, Ordering};

#[cfg(not(all(test, shuttle)))]
pub(super) use crate::atomic::AtomicU64;
