//! The identity of a call in a scope.

use core::sync::atomic::Ordering;

use crate::atomic::AtomicU64;

/// The number of a call that has failed in a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallId(u64);

impl CallId {
    /// No number yet.
    pub(crate) const NONE: Self = Self(0);

    /// A number that no other call in this process has.
    pub(crate) fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
