//! The names that `#[retry]` and `#[derive(Transient)]` write.
#![allow(missing_docs, missing_debug_implementations, clippy::must_use_candidate, clippy::return_self_not_must_use)]

use std::marker::PhantomData;
pub use std::time::Duration;

use rand::Rng;

pub use crate::decision::derived::{Forward, Hint, When, forward, retry_after, when};
pub use crate::driver::call::{Call, Site, step};
pub use crate::driver::next::{on_give_up, on_retry, unobserved};
pub use crate::driver::outcome::{Answer, Outcome, Ruling, TimesOut, judge, until};
pub use crate::driver::pause::CALL;
pub use crate::driver::plain::Advance::Return;
pub use crate::driver::plain::advance;
pub use crate::driver::rng::Generator;
pub use crate::driver::settings::Settings::{self, Constants, Literals};
pub use crate::driver::timeout::{limited, or_timed_out};
pub use crate::{Backoff, Jitter, RetryPolicy, Step};
use crate::{RetryBudget, RetryPolicyBuilder, Sleep, TokioSleep, Transient, Verdict, Wait};

/// A type without a value: carries the return type's expectation into the body's block.
pub struct Typed<T>(PhantomData<fn() -> T>);

impl<T> Typed<T> {
    #[allow(clippy::new_without_default)]
    #[inline]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// Never runs.
    pub fn like(&self) -> T {
        unreachable!("the typed return is never run")
    }

    /// Never runs.
    pub fn value(self) -> T {
        unreachable!("the typed return is never run")
    }
}

/// Never runs: a value of a type that is told by where it goes.
pub fn never<T>() -> T {
    unreachable!("the typed return is never run")
}

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

/// The random source of `rng = …`: a type that only tells what it has to, so that a wrong one is reported once.
pub fn generator(rng: impl Generator) -> impl Rng {
    rng
}

/// The budget of `budget = …`.
#[inline]
pub fn budget(budget: &RetryBudget) -> Option<&RetryBudget> {
    Some(budget)
}

/// Begins to wait.
#[cold]
pub fn pause(wait: Wait<'_>) -> impl Future<Output = ()> {
    wait.sleep_with(&TokioSleep)
}

/// Begins to wait as told. A future whatever `sleep` gives, so that a sleep that gives none is reported once.
pub fn pause_with<'b, S: Sleep>(sleep: &S, wait: Wait<'b>) -> impl Future<Output = ()> + use<'b, S> {
    wait.sleep_with(sleep)
}

/// Waits with the thread.
#[cold]
pub fn block(wait: Wait<'_>) {
    wait.block();
}

/// Waits as told.
pub fn block_with(sleep: impl FnOnce(Duration), wait: Wait<'_>) {
    wait.block_with(sleep);
}
