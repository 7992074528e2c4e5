//! The names that the expansions of `#[retry]` and `#[derive(Transient)]` use.
//!
//! Most of them are functions and types of the engine and the decision layer. Those below adapt an argument of the
//! attribute to the engine, or give the expansion's types to the compiler.
#![allow(missing_docs, missing_debug_implementations, clippy::must_use_candidate, clippy::return_self_not_must_use)]

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
pub use core::any::type_name;
use core::marker::PhantomData;
pub use core::time::Duration;
#[cfg(feature = "std")]
use std::sync::LazyLock;

use rand::Rng;

pub use crate::Retrier;
use crate::calls::AsTimeout;
pub use crate::decision::BudgetToken;
pub use crate::decision::derived::{Forward, Hint, When, forward, retry_after, when};
pub use crate::engine::admission::{admit, breaker_open, refused, refused_or_else, shared_breaker_open, told};
pub use crate::engine::call::{CALL, end};
pub use crate::engine::call_report::tell_report;
pub use crate::engine::clock::{Clock, OwnClock, own_clock};
#[cfg(feature = "std")]
pub use crate::engine::clock::{Started, StartedBlocking};
pub use crate::engine::described::{Probing, probe};
use crate::engine::failed::FailedAttempt;
pub use crate::engine::failed::{on_give_up, on_retry};
#[cfg(feature = "std")]
pub use crate::engine::limit::limit;
pub use crate::engine::limit::{
    InTime, in_time, in_time_or_else, judge_in_time, keep, limited, shared_timed_out, timed_out,
};
pub use crate::engine::name::Name;
pub use crate::engine::observer::{observed, unobserved};
use crate::engine::outcome::Outcome;
pub use crate::engine::outcome::{judge, until};
pub use crate::engine::random::{Generator, SystemRng};
pub use crate::engine::settings::Settings;
#[cfg(feature = "std")]
pub use crate::engine::step::step;
pub use crate::engine::step::{NextStep, attempt, step_with};
pub use crate::engine::step_options::StepOptions;
pub use crate::engine::stop::{asks, keep_for_stop, spend_unless_stopped, stop, stopped, stops_if, wait_or_stop};
#[cfg(feature = "std")]
pub use crate::engine::wait::{block, wait};
pub use crate::engine::wait::{block_with, expect_timer, wait_with};
#[cfg(not(feature = "std"))]
pub use crate::engine::without_std::{
    NoClock as Started, NoClock as StartedBlocking, block, limit, once, once_blocking, step, wait,
};
#[cfg(feature = "std")]
pub use crate::scope::{once, once_blocking};
pub use crate::{Backoff, Jitter, RetryPolicy, RetryPolicyBuilder};
use crate::{CircuitBreaker, RetryBudget, Transient, Verdict};

/// The return type of an annotated function, without a value. It tells the compiler the type that the body's block has.
pub struct Typed<T>(PhantomData<fn() -> T>);

/// The return type of the function that contains the call, by inference.
#[inline]
pub const fn typed<T>() -> Typed<T> {
    Typed(PhantomData)
}

/// A value of the type, in code that never runs.
pub fn like<T>(_typed: &Typed<T>) -> T {
    unreachable!("the typed return is never run")
}

/// A value of the type, in code that never runs.
pub fn value<T>(_typed: Typed<T>) -> T {
    unreachable!("the typed return is never run")
}

/// A value of a type that the compiler infers from the place of the call, in code that never runs.
pub fn never<T>() -> T {
    unreachable!("the typed return is never run")
}

/// The argument of `policy = …`.
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

/// The policy of a call.
///
/// It returns `RetryPolicy` rather than an associated type of [`Policy`], so that the compiler reports a wrong argument
/// once.
pub fn policy(policy: impl Policy) -> RetryPolicy {
    policy.hold()
}

/// The policy of the attribute's schedule keys, which are constants.
#[track_caller]
pub const fn build(builder: RetryPolicyBuilder) -> RetryPolicy {
    builder.build_const()
}

/// The predicate of a function without `transient = …`.
pub fn by_trait<E: Transient>(error: &E) -> Verdict {
    error.verdict()
}

/// The random source of `rng = …`. It returns `impl Rng`, so that the compiler reports a wrong argument once.
pub fn generator(rng: impl Generator) -> impl Rng {
    rng
}

/// The timeout of `timeout = …`.
#[inline]
pub fn timeout(timeout: impl AsTimeout) -> Option<Duration> {
    timeout.timeout()
}

/// The argument of `budget = …`, borrowed.
#[diagnostic::on_unimplemented(
    message = "`budget` needs a `RetryBudget`, or an `Option` of one, but this is `{Self}`",
    label = "not a `RetryBudget`",
    note = "the attribute borrows it: write its place, as in `budget = BUDGET` or `budget = self.budget`"
)]
pub trait LendBudget {
    fn lend(&self) -> Option<&RetryBudget>;
}

impl LendBudget for RetryBudget {
    #[inline]
    fn lend(&self) -> Option<&RetryBudget> {
        Some(self)
    }
}

impl<B: LendBudget> LendBudget for Option<B> {
    #[inline]
    fn lend(&self) -> Option<&RetryBudget> {
        self.as_ref().and_then(B::lend)
    }
}

/// The argument of `breaker = …`, borrowed.
#[diagnostic::on_unimplemented(
    message = "`breaker` needs a `CircuitBreaker`, or an `Option` of one, but this is `{Self}`",
    label = "not a `CircuitBreaker`",
    note = "the attribute borrows it: write its place, as in `breaker = PAYMENTS` or `breaker = self.breaker`"
)]
pub trait LendBreaker {
    fn lend(&self) -> Option<&CircuitBreaker>;
}

impl LendBreaker for CircuitBreaker {
    #[inline]
    fn lend(&self) -> Option<&CircuitBreaker> {
        Some(self)
    }
}

impl<B: LendBreaker> LendBreaker for Option<B> {
    #[inline]
    fn lend(&self) -> Option<&CircuitBreaker> {
        self.as_ref().and_then(B::lend)
    }
}

/// The argument of `breaker = …`, cloned: the body may change the value that holds the breaker, as through `&mut self`.
#[diagnostic::on_unimplemented(
    message = "`breaker` needs an `Arc<CircuitBreaker>` here, because the body may change the value that holds this `{Self}`",
    label = "not an `Arc<CircuitBreaker>`",
    note = "keep the breaker in an `Arc`, which each call clones, or in a `static`"
)]
pub trait ShareBreaker {
    type Shared: LendBreaker;

    fn share(&self) -> Self::Shared;
}

impl ShareBreaker for Arc<CircuitBreaker> {
    type Shared = Self;

    fn share(&self) -> Self {
        Self::clone(self)
    }
}

impl<'b> ShareBreaker for &'b CircuitBreaker {
    type Shared = &'b CircuitBreaker;

    fn share(&self) -> Self {
        self
    }
}

impl<B: ShareBreaker> ShareBreaker for Option<B> {
    type Shared = Option<B::Shared>;

    fn share(&self) -> Option<B::Shared> {
        self.as_ref().map(B::share)
    }
}

/// The argument of `with = …`.
#[diagnostic::on_unimplemented(
    message = "`with` needs a `Retrier`, but this is `{Self}`",
    label = "not a `Retrier`",
    note = "a `RetryPolicy` goes through `policy = …`, or becomes one by `Retrier::new(policy)`"
)]
pub trait LendRetrier {
    fn lend(&self) -> &Retrier;
}

impl LendRetrier for Retrier {
    #[inline]
    fn lend(&self) -> &Retrier {
        self
    }
}

/// Implements a trait for the pointers to its implementors.
macro_rules! pointers {
    ($($trait:ident -> $lent:ty;)*) => {
        $(pointers!(@$trait $lent: &T, &mut T, Box<T>, Rc<T>, Arc<T>);)*
    };
    (@$trait:ident $lent:ty: $($pointer:ty),*) => {
        $(impl<T: $trait + ?Sized> $trait for $pointer {
            #[inline]
            fn lend(&self) -> $lent {
                T::lend(self)
            }
        })*

        #[cfg(feature = "std")]
        impl<T: $trait, F: FnOnce() -> T> $trait for LazyLock<T, F> {
            #[inline]
            fn lend(&self) -> $lent {
                T::lend(self)
            }
        }
    };
}

pointers! {
    LendBudget -> Option<&RetryBudget>;
    LendBreaker -> Option<&CircuitBreaker>;
    LendRetrier -> &Retrier;
}

/// The budget of `budget = …`.
#[inline]
pub fn budget(budget: &(impl LendBudget + ?Sized)) -> Option<&RetryBudget> {
    budget.lend()
}

/// The breaker of `breaker = …`.
#[inline]
pub fn breaker(breaker: &(impl LendBreaker + ?Sized)) -> Option<&CircuitBreaker> {
    breaker.lend()
}

/// The breaker of `breaker = …`, if the body may change the value that holds it.
#[inline]
pub fn breaker_clone<B: ShareBreaker + ?Sized>(breaker: &B) -> B::Shared {
    breaker.share()
}

/// The retrier of `with = …`.
#[inline]
pub fn retrier(with: &(impl LendRetrier + ?Sized)) -> &Retrier {
    with.lend()
}

/// The retrier of `with = …`, if the body may change the value that holds it.
#[inline]
pub fn retrier_clone(with: &(impl LendRetrier + ?Sized)) -> Retrier {
    with.lend().clone()
}

/// The settings of a function with a retrier.
#[inline]
pub fn lent_settings(with: &Retrier, name: Name) -> Settings<'_> {
    Settings::Lent { name, policy: with.policy() }
}

/// Whether a call with this retrier needs the time since its start.
#[inline]
pub fn needs_clock(with: &Retrier) -> bool {
    with.needs_clock()
}

/// The timeout of a retrier.
#[inline]
pub fn shared_timeout(with: &Retrier) -> Option<Duration> {
    with.timeout()
}

/// Calls the hooks of a retrier.
pub fn shared_hooks<O: Outcome>(failed: &FailedAttempt<'_, O>, with: &Retrier) {
    with.hooks().notify(failed);
}
