//! The atomics: those of the platform, what stands in for them where it has none of this width, or shuttle's where a test
//! tries the orders of their operations.

#[cfg(all(not(all(test, shuttle)), target_has_atomic = "64"))]
pub(super) use core::sync::atomic::{AtomicU64, Ordering};

#[cfg(all(not(all(test, shuttle)), not(target_has_atomic = "64")))]
pub(super) use portable_atomic::{AtomicU64, Ordering};
#[cfg(all(test, shuttle))]
pub(super) use shuttle::sync::atomic::{AtomicU64, Ordering};
