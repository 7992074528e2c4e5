//! The names that `#[retry]` writes.
#![allow(missing_docs, clippy::must_use_candidate)]

use std::borrow::Borrow;
pub use std::time::Duration;

pub use crate::driver::call::{Call, Outcome, Step};
pub use crate::{Backoff, Jitter, RetryPolicy, TokioSleep};
use crate::{RetryEvent, Sleep, Transient, Verdict};

/// Carries the return type's expectation into the body's block; never runs.
pub fn never<T>() -> T {
    unreachable!("the typed return is never run")
}

/// What `policy = …` takes.
#[diagnostic::on_unimplemented(
    message = "`policy` needs a `RetryPolicy`, but this is `{Self}`",
    label = "not a `RetryPolicy`",
    note = "build one with `RetryPolicy::builder()`"
)]
pub trait Policy: Borrow<RetryPolicy> {}
impl Policy for RetryPolicy {}
impl Policy for &RetryPolicy {}

pub fn policy<P: Policy>(policy: P) -> P {
    policy
}

/// The predicate of a function that names none.
pub fn by_trait<E: Transient>(error: &E) -> Verdict {
    error.verdict()
}

/// The hook of a function that names none.
pub fn no_hook<E>(_event: &RetryEvent<'_, E>) {}

/// Begins to wait.
pub fn pause<S: Sleep>(sleep: &S, delay: Duration) -> S::Pause {
    sleep.sleep(delay)
}

/// Waits with the thread.
pub fn block(delay: Duration) {
    if !delay.is_zero() {
        std::thread::sleep(delay);
    }
}

/// Waits as told.
pub fn block_with(sleep: impl FnOnce(Duration), delay: Duration) {
    sleep(delay);
}
