//! Jitter without a seed.

use retry_core::{RetryPolicy, Step};

/// The delays of a call in nanoseconds. Among a thousand, no two are equal by chance.
#[must_use]
pub fn delays() -> Vec<u128> {
    let mut call = RetryPolicy::default().start().transient(|_| true);
    let next = || match call.next(Err::<(), _>("busy")) {
        Step::Wait { delay, .. } => Some(delay.as_nanos()),
        Step::Return(_) => None,
    };
    std::iter::from_fn(next).collect()
}
