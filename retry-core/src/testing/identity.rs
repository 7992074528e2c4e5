//! By what a scope knows a call.

use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

/// A number for a call that may be moved between its attempts; none before it has failed in a scope.
#[derive(Debug, PartialEq, Eq)]
pub struct Identity(u32);

impl Identity {
    pub(crate) const NONE: Self = Self(0);

    fn number(&mut self) -> u32 {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        if *self == Self::NONE {
            self.0 = NEXT.fetch_add(1, Ordering::Relaxed).max(1);
        }
        self.0
    }
}

/// The address of the number of a call's failures, or its identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallKey {
    /// While the call lasts no other has that address, and one that comes to have it later begins without failures.
    Address(usize),
    Number(u32),
}

impl CallKey {
    #[allow(clippy::trivially_copy_pass_by_ref)] // it is about the reference
    pub(crate) fn of(failures: &u32, identity: Option<&mut Identity>) -> Self {
        match identity {
            Some(identity) => Self::Number(identity.number()),
            None => Self::Address(ptr::from_ref(failures).addr()),
        }
    }
}
