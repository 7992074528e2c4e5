//! The atomics: the platform's, or shuttle's in the test that tries the orders of their operations.

#[cfg(not(all(test, shuttle)))]
pub(super) use core::sync::atomic::Ordering;

#[cfg(all(test, shuttle))]
pub(super) use shuttle::sync::atomic::{AtomicU64, Ordering};

#[cfg(not(all(test, shuttle)))]
pub(super) use crate::atomic::AtomicU64;
