//! The counts of a soak.

use std::sync::atomic::{AtomicU64, Ordering};

/// ```text
/// input:  /// <what>
///         name;
///
/// output: struct Counts { name: AtomicU64, … }, struct Snapshot { pub name: u64, … }, and from one to the other
/// ```
macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        /// What happened to the calls that share a budget, while it happens.
        #[derive(Debug)]
        pub(crate) struct Counts {
            $(pub(crate) $name: AtomicU64,)*
        }

        /// What happened to the calls that share a budget.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Snapshot {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counts {
            pub(crate) const fn new() -> Self {
                Self { $($name: AtomicU64::new(0),)* }
            }

            pub(crate) fn snapshot(&self) -> Snapshot {
                Snapshot { $($name: self.$name.load(Ordering::Relaxed),)* }
            }
        }
    };
}

counts! {
    /// Calls that were made.
    calls;
    /// Calls that began their first attempt.
    first_attempts;
    /// Attempts.
    attempts;
    /// Calls that have returned an answer.
    answered;
    /// Calls that have returned an error.
    failed;
    /// Calls that were dropped before their end.
    dropped;
    /// Successful answers to requests that the service has not done.
    lost;
    /// Calls of `on_retry`.
    told_retries;
    /// Calls of `on_give_up`.
    told_ends;
}

impl Snapshot {
    /// Attempts after the first one of their call.
    #[must_use]
    pub fn retries(&self) -> u64 {
        self.attempts - self.first_attempts
    }
}

/// Adds one.
pub(crate) fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}
