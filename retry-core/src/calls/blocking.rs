//! `retry_blocking`: the call of a closure that blocks.

use core::any;
use core::marker::PhantomData;
use core::pin::pin;
use core::time::Duration;

use super::attempts::Attempts;
use super::guard::Breaker;
use super::limits::{Limited, LimitedAttempts, Limits, NoLimits, Split};
#[cfg(feature = "std")]
use super::nesting::{MadeAttempts, NestedOnce};
use super::nesting::{NestedRetries, Nesting};
use super::options::{NoOptions, Options};
use super::retrier::Retrier;
use super::retry::Retry;
use super::shared::Shared;
use super::stop::{NoStop, StopIf, Stops};
use super::timeout::NoTimeout;
use crate::engine::clock::StartedBlocking;
use crate::engine::limit::AttemptEnd;
use crate::engine::name::Name;
use crate::engine::step::Step;
use crate::engine::wait::block_with;
#[cfg(feature = "std")]
use crate::engine::wait::sleep_with_the_thread;
use crate::policy::RetryPolicy;

/// Attempts of a closure that blocks.
#[derive(Debug)]
pub struct Blocking<F, T, E, L = NoLimits, N = NestedRetries, X = NoStop> {
    operation: F,
    stop: X,
    limits: L,
    nesting: PhantomData<N>,
    outcome: PhantomData<fn() -> (T, E)>,
}

impl<F, T, E, L, N, X> Attempts for Blocking<F, T, E, L, N, X> {
    type Value = T;
    type Error = E;
    const NAME: Name = Name::Around(any::type_name::<F>);
}

impl<F, T, E, L: Split, N, X> LimitedAttempts for Blocking<F, T, E, L, N, X> {
    type Limits = L;
    type WithLimits<W> = Blocking<F, T, E, W, N, X>;

    fn with_limits<W>(self, change: impl FnOnce(L) -> W) -> Self::WithLimits<W> {
        let Self { operation, stop, limits, nesting, outcome } = self;
        Blocking { operation, stop, limits: change(limits), nesting, outcome }
    }
}

#[cfg(feature = "std")]
impl<F, T, E, L, N, X> MadeAttempts for Blocking<F, T, E, L, N, X> {
    type WithNestedOnce = Blocking<F, T, E, L, NestedOnce, X>;

    fn with_nested_once(self) -> Self::WithNestedOnce {
        let Self { operation, stop, limits, outcome, .. } = self;
        Blocking { operation, stop, limits, nesting: PhantomData, outcome }
    }
}

impl RetryPolicy {
    /// Retries a closure that blocks. The thread sleeps during the waits.
    ///
    /// The call is made by [`run`](Retry::run). It has the options of [`retry`](Self::retry) except `timeout` and
    /// `sleep`: nothing can end an attempt that blocks, and [`run_with_sleep`](Retry::run_with_sleep) waits in another
    /// way.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(1)).attempts(3).build()?;
    /// let mut attempts = 0;
    /// let call = policy.retry_blocking(|| {
    ///     attempts += 1;
    ///     if attempts < 3 { Err("locked") } else { Ok(attempts) }
    /// });
    /// assert_eq!(call.transient(|_| true).run(), Ok(3));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub fn retry_blocking<'b, F, T, E>(self, operation: F) -> Retry<'b, Blocking<F, T, E>, NoOptions<T, E>>
    where
        F: FnMut() -> Result<T, E>,
    {
        let (limits, nesting, outcome) = (NoLimits, PhantomData, PhantomData);
        Retry::new(Shared::new(self), Blocking { operation, stop: NoStop, limits, nesting, outcome })
    }
}

/// The attempts of a call that may have a breaker.
type GuardedBlocking<'b, F, T, E> = Blocking<F, T, E, Limited<Result<T, E>, NoTimeout, Breaker<'b>>>;

impl Retrier {
    /// Retries a closure that blocks: [`RetryPolicy::retry_blocking`] with everything that this retrier holds but the
    /// timeout. Nothing can end an attempt that blocks.
    ///
    /// The retrier may have a breaker. So the error type has to implement
    /// `From<`[`BreakerOpen`](crate::BreakerOpen)`>`, or the call needs [`breaker_open`](Retry::breaker_open) or
    /// [`no_breaker`](Retry::no_breaker).
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// let retrier = Retrier::new(RetryPolicy::builder().attempts(1).build()?).with_name("database");
    /// let call = retrier.retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
    /// let mut lines = Vec::new();
    /// assert_eq!(call.no_breaker().on_give_up(|event| lines.push(event.name)).run(), Err("locked"));
    /// assert_eq!(lines, ["database"]);
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub fn retry_blocking<'b, F, T, E>(&self, operation: F) -> Retry<'b, GuardedBlocking<'b, F, T, E>, NoOptions<T, E>>
    where
        F: FnMut() -> Result<T, E>,
    {
        let limits = Limited::new(NoTimeout, Breaker::new(self.breaker.clone()));
        let (nesting, outcome) = (PhantomData, PhantomData);
        Retry::new(self.shared.clone(), Blocking { operation, stop: NoStop, limits, nesting, outcome })
    }
}

impl<'b, F, T, E, L, N, X, O> Retry<'b, Blocking<F, T, E, L, N, X>, O> {
    /// Sets a function that stops the call once it returns `true`, for an orderly shutdown.
    ///
    /// The function is called before each wait. Once it returns `true`, the call gives up with the reason
    /// [`Stopped`](crate::GiveUpReason::Stopped) and returns its last outcome. A wait that has begun is not cut short.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use retry_core::RetryPolicy;
    ///
    /// let stopping = AtomicBool::new(true);
    /// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
    /// assert_eq!(call.stop(|| stopping.load(Ordering::Relaxed)).run(), Err("locked"));
    /// ```
    #[expect(clippy::type_complexity, reason = "the type of a method that is to be chained")]
    pub fn stop<S: FnMut() -> bool>(self, stop: S) -> Retry<'b, Blocking<F, T, E, L, N, StopIf<S>>, O> {
        self.with_attempts(|Blocking { operation, limits, nesting, outcome, .. }| {
            let stop = StopIf(stop);
            Blocking { operation, stop, limits, nesting, outcome }
        })
    }
}

impl<'b, F, T, E, L, N, X, O> Retry<'b, Blocking<F, T, E, L, N, X>, O>
where
    F: FnMut() -> Result<T, E>,
    N: Nesting,
    X: Stops,
{
    /// Makes the call: attempts and waits, until one attempt succeeds or the call gives up.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// let call = RetryPolicy::default().with_attempts(1).retry_blocking(|| Err::<(), _>("locked"));
    /// assert_eq!(call.transient(|error| *error == "locked").run(), Err("locked"));
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the last attempt, unchanged.
    #[cfg(feature = "std")]
    pub fn run(self) -> Result<T, E>
    where
        L: Limits<'b, Result<T, E>>,
        O: Options<T, E>,
    {
        self.run_with_sleep(sleep_with_the_thread)
    }

    /// As [`run`](Self::run), but `sleep` waits. It is called for a delay of zero too.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
    /// let mut waits = Vec::new();
    /// assert_eq!(call.run_with_sleep(|delay| waits.push(delay)), Err("locked"));
    /// assert_eq!(waits.len(), 5);
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the last attempt, unchanged.
    pub fn run_with_sleep(self, mut sleep: impl FnMut(Duration)) -> Result<T, E>
    where
        L: Limits<'b, Result<T, E>>,
        O: Options<T, E>,
    {
        let Self { shared, mut call, mut options, attempts, .. } = self;
        let Blocking { mut operation, stop, mut limits, .. } = attempts;
        let mut stop = pin!(stop);
        let clock = options.begin(&shared, false).then(StartedBlocking::now);
        loop {
            let attempted = match limits.admit() {
                Some(open) => Err(open),
                None => Ok(AttemptEnd::Ended(N::attempt_blocking(&mut operation))),
            };
            let ended = limits.ended(attempted, &shared);
            match options.step(ended, stop.as_mut(), &mut call, &shared, &clock, N::IS_ONCE) {
                Step::Return(outcome) => return outcome,
                Step::Wait { delay, .. } => {
                    let mut token = shared.token();
                    block_with(delay, &mut sleep);
                    token.spend();
                }
            }
        }
    }
}
