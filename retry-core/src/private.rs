//! The names that `#[retry]` and `#[derive(Transient)]` write.
#![allow(missing_docs, missing_debug_implementations, clippy::must_use_candidate, clippy::return_self_not_must_use)]

use std::marker::PhantomData;
pub use std::time::Duration;

use rand::Rng;

pub use crate::decision::BudgetToken;
pub use crate::decision::derived::{Forward, Hint, When, forward, retry_after, when};
pub use crate::engine::call::{CALL, end};
pub use crate::engine::clock::{Clock, Started, StartedBlocking};
pub use crate::engine::described::{Probing, probe};
pub use crate::engine::failed::{on_give_up, on_retry};
pub use crate::engine::limit::{InTime, in_time, in_time_or_else, judge_in_time, keep, limit, limited, timed_out};
pub use crate::engine::observer::{observed, unobserved};
pub use crate::engine::outcome::{judge, until};
pub use crate::engine::random::Generator;
pub use crate::engine::settings::Settings;
pub use crate::engine::step::{NextStep, StepOptions, attempt, step, step_with};
pub use crate::engine::wait::{block, block_with, expect_timer, wait, wait_with};
pub use crate::{Backoff, Jitter, RetryPolicy, RetryPolicyBuilder};
use crate::{RetryBudget, Transient, Verdict};

/// A type without a value: carries the return type's expectation into the body's block.
pub struct Typed<T>(PhantomData<fn() -> T>);

#[inline]
pub const fn typed<T>() -> Typed<T> {
    Typed(PhantomData)
}

/// Never runs.
pub fn like<T>(_typed: &Typed<T>) -> T {
    unreachable!("the typed return is never run")
}

/// Never runs.
pub fn value<T>(_typed: Typed<T>) -> T {
    unreachable!("the typed return is never run")
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
pub fn budget(budget: &RetryBudget) -> &RetryBudget {
    budget
}
