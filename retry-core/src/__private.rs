//! The names that `#[retry]` and `#[derive(Transient)]` write.
#![allow(missing_docs, missing_debug_implementations, clippy::must_use_candidate)]

use std::marker::PhantomData;
pub use std::time::Duration;

pub use crate::decision::derived::{Forward, Hint, When, forward, retry_after, when};
pub use crate::driver::call::{Answer, Call, Outcome, Step, judge, step};
pub use crate::driver::call_rng::Generator;
pub use crate::{Backoff, Jitter, RetryPolicy, TokioSleep};
use crate::{RetryEvent, RetryPolicyBuilder, Sleep, Transient, Verdict};

/// A type without a value: carries the return type's expectation into the body's block.
pub struct Typed<T>(PhantomData<fn() -> T>);

impl<T> Typed<T> {
    #[allow(clippy::new_without_default)]
    #[inline]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// Never runs.
    pub fn value(self) -> T {
        unreachable!("the typed return is never run")
    }
}

impl<T> Clone for Typed<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Typed<T> {}

/// What `policy = …` takes.
#[diagnostic::on_unimplemented(
    message = "`policy` needs a `RetryPolicy`, but this is `{Self}`",
    label = "not a `RetryPolicy`",
    note = "a builder ends with `build_const()`, or with `build()?` before the call"
)]
pub trait Policy {
    fn hold(self) -> RetryPolicy;
}

impl Policy for RetryPolicy {
    fn hold(self) -> RetryPolicy {
        self
    }
}

impl Policy for &RetryPolicy {
    fn hold(self) -> RetryPolicy {
        *self
    }
}

/// The policy of a call, held by value: not a type of the trait's, which a wrong one would be reported for twice.
pub fn policy(policy: impl Policy) -> RetryPolicy {
    policy.hold()
}

/// The policy of an attribute's constants.
#[track_caller]
pub const fn build(builder: RetryPolicyBuilder) -> RetryPolicy {
    builder.build_const()
}

/// The predicate of a function that names none.
pub fn by_trait<E: Transient>(error: &E) -> Verdict {
    error.verdict()
}

/// The hook of a function that names none.
pub fn no_hook<E>(_event: &RetryEvent<'_, E>) {}

/// Begins to wait. A future whatever `sleep` gives, so that a sleep that gives none is reported once.
pub fn pause<S: Sleep>(sleep: &S, delay: Duration) -> impl Future<Output = ()> + use<S> {
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
