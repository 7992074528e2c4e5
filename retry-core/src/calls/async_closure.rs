//! `retry_async_closure`: the call of an async closure.

use core::any;
use core::marker::PhantomData;
use core::pin::pin;

use super::async_attempts::AsyncAttempts;
use super::attempts::Attempts;
use super::guard::Breaker;
use super::limits::{Limited, LimitedAttempts, Limits, NoLimits, Split, keeping_last};
#[cfg(feature = "std")]
use super::nesting::{MadeAttempts, NestedOnce};
use super::nesting::{NestedRetries, Nesting};
use super::options::{NoOptions, Options};
use super::retrier::Retrier;
use super::retry::Retry;
use super::shared::Shared;
use super::sleep::{RuntimeTimer, Sleep, begin_wait, expect_timer};
use super::stop::{NoStop, Stops};
use super::timeout::{ByFrom, Timeout};
use crate::engine::clock::Started;
use crate::engine::limit::{AttemptEnd, limit, limited};
use crate::engine::name::Name;
use crate::engine::step::Step;
use crate::engine::stop::{spend_unless_stopped, wait_or_stop};
use crate::engine::wait::Wait;
use crate::policy::RetryPolicy;

/// Attempts of an async closure, whose future may borrow from the variables that the closure has captured.
#[derive(Debug)]
pub struct AsyncClosure<F, T, E, S = RuntimeTimer, L = NoLimits, N = NestedRetries, X = NoStop> {
    operation: F,
    sleep: S,
    stop: X,
    limits: L,
    nesting: PhantomData<N>,
    outcome: PhantomData<fn() -> (T, E)>,
}

impl<F, T, E, S, L, N, X> Attempts for AsyncClosure<F, T, E, S, L, N, X> {
    type Value = T;
    type Error = E;
    const NAME: Name = Name::Around(any::type_name::<F>);
}

impl<F, T, E, S, L: Split, N, X> AsyncAttempts for AsyncClosure<F, T, E, S, L, N, X> {
    type WithSleep<W: Sleep> = AsyncClosure<F, T, E, W, L, N, X>;
    type WithStop<W> = AsyncClosure<F, T, E, S, Limited<Result<T, E>, L::Timeout, L::Breaker>, N, W>;

    fn with_sleep<W: Sleep>(self, sleep: W) -> Self::WithSleep<W> {
        let Self { operation, stop, limits, nesting, outcome, .. } = self;
        AsyncClosure { operation, sleep, stop, limits, nesting, outcome }
    }

    fn with_stop<W>(self, stop: W) -> Self::WithStop<W> {
        let Self { operation, sleep, limits, nesting, outcome, .. } = self;
        AsyncClosure { operation, sleep, stop, limits: keeping_last(limits), nesting, outcome }
    }
}

impl<F, T, E, S, L: Split, N, X> LimitedAttempts for AsyncClosure<F, T, E, S, L, N, X> {
    type Limits = L;
    type WithLimits<W> = AsyncClosure<F, T, E, S, W, N, X>;

    fn with_limits<W>(self, change: impl FnOnce(L) -> W) -> Self::WithLimits<W> {
        let Self { operation, sleep, stop, limits, nesting, outcome } = self;
        AsyncClosure { operation, sleep, stop, limits: change(limits), nesting, outcome }
    }
}

#[cfg(feature = "std")]
impl<F, T, E, S, L, N, X> MadeAttempts for AsyncClosure<F, T, E, S, L, N, X> {
    type WithNestedOnce = AsyncClosure<F, T, E, S, L, NestedOnce, X>;

    fn with_nested_once(self) -> Self::WithNestedOnce {
        let Self { operation, sleep, stop, limits, outcome, .. } = self;
        AsyncClosure { operation, sleep, stop, limits, nesting: PhantomData, outcome }
    }
}

impl RetryPolicy {
    /// Retries an async closure. An attempt may borrow and change the variables that the closure has captured.
    ///
    /// The call has the options of [`retry`](Self::retry) and is made by [`run`](Retry::run).
    ///
    /// If the closure captures references, today's compiler cannot prove that the future is `Send`, and refuses to
    /// spawn it ("implementation of `Send` is not general enough"). Spawn a call of `retry` or an annotated function
    /// instead.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// struct Connection {
    ///     sent: u32,
    /// }
    ///
    /// impl Connection {
    ///     async fn send(&mut self) -> Result<u32, &'static str> {
    ///         self.sent += 1;
    ///         if self.sent < 3 { Err("reset") } else { Ok(self.sent) }
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut connection = Connection { sent: 0 };
    /// let call = RetryPolicy::default().retry_async_closure(async || connection.send().await);
    /// assert_eq!(call.transient(|_| true).run().await, Ok(3));
    /// # }
    /// ```
    ///
    /// The closure of `retry` cannot do this:
    ///
    /// ```compile_fail
    /// # use retry_core::RetryPolicy;
    /// # struct Connection;
    /// # impl Connection { async fn send(&mut self) -> Result<(), std::io::Error> { Ok(()) } }
    /// # async fn call(mut connection: Connection) {
    /// // async closure does not implement `FnMut` because it captures state from its environment
    /// let call = RetryPolicy::default().retry(async || connection.send().await);
    /// call.await;
    /// # }
    /// ```
    pub fn retry_async_closure<'b, F, T, E>(self, operation: F) -> Retry<'b, AsyncClosure<F, T, E>, NoOptions<T, E>>
    where
        F: AsyncFnMut() -> Result<T, E>,
    {
        let (sleep, limits, outcome) = (RuntimeTimer, NoLimits, PhantomData);
        Retry::new(
            Shared::new(self),
            AsyncClosure { operation, sleep, stop: NoStop, limits, nesting: PhantomData, outcome },
        )
    }
}

/// The attempts of a call that may have a timeout and a breaker.
type LimitedAsyncClosure<'b, F, T, E> =
    AsyncClosure<F, T, E, RuntimeTimer, Limited<Result<T, E>, Timeout<ByFrom>, Breaker<'b>>>;

impl Retrier {
    /// Retries an async closure: [`RetryPolicy::retry_async_closure`] with everything that this retrier holds.
    ///
    /// The call has the options and the requirements of [`retry`](Self::retry), and is made by [`run`](Retry::run).
    ///
    /// ```
    /// use std::io;
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> io::Result<()> {
    /// let retrier = Retrier::new(RetryPolicy::default());
    /// let mut sent = 0;
    /// let call = retrier.retry_async_closure(async || {
    ///     sent += 1;
    ///     if sent < 3 { Err(io::Error::from(io::ErrorKind::TimedOut)) } else { Ok(sent) }
    /// });
    /// assert_eq!(call.run().await?, 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn retry_async_closure<'b, F, T, E>(
        &self,
        operation: F,
    ) -> Retry<'b, LimitedAsyncClosure<'b, F, T, E>, NoOptions<T, E>>
    where
        F: AsyncFnMut() -> Result<T, E>,
    {
        let limits = Limited::new(Timeout::new(ByFrom), Breaker::new(self.breaker.clone()));
        let (sleep, outcome) = (RuntimeTimer, PhantomData);
        Retry::new(
            self.shared.clone(),
            AsyncClosure { operation, sleep, stop: NoStop, limits, nesting: PhantomData, outcome },
        )
    }
}

impl<'b, F, T, E, S, L, N, X, O> Retry<'b, AsyncClosure<F, T, E, S, L, N, X>, O>
where
    F: AsyncFnMut() -> Result<T, E>,
    S: Sleep,
    N: Nesting,
    X: Stops,
{
    /// Makes the call: attempts and waits, until one attempt succeeds or the call gives up.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut attempts = 0;
    /// let call = RetryPolicy::default().retry_async_closure(async || {
    ///     attempts += 1;
    ///     if attempts < 3 { Err("busy") } else { Ok(attempts) }
    /// });
    /// assert_eq!(call.transient(|error| *error == "busy").run().await, Ok(3));
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the last attempt, unchanged.
    ///
    /// # Panics
    ///
    /// If the call needs a timer and no [runtime](crate#runtimes) is available.
    pub async fn run(self) -> Result<T, E>
    where
        L: Limits<'b, Result<T, E>>,
        O: Options<T, E>,
    {
        let Self { shared, mut call, mut options, attempts, .. } = self;
        let AsyncClosure { mut operation, sleep, stop, mut limits, .. } = attempts;
        let mut stop = pin!(stop);
        expect_timer::<S>(&shared);
        let clock = options.begin(&shared, false).then(Started::now);
        loop {
            let ended = if stop.is_ready() {
                limits.stopped()
            } else {
                let limit = limit(&call, &shared.settings(), limits.time(&shared), options.clock(&clock));
                let attempted = match limit.and_then(|limit| limit.over()) {
                    Some(end) => Ok(AttemptEnd::Cut(end)),
                    None => match limits.admit() {
                        Some(open) => Err(open),
                        None => Ok(limited(limit, N::attempt(operation())).await),
                    },
                };
                limits.ended(attempted, &shared)
            };
            let delay = match options.step(ended, stop.as_mut(), &mut call, &shared, &clock, N::IS_ONCE) {
                Step::Return(outcome) => return outcome,
                Step::Wait { delay, .. } => delay,
            };
            let mut token = shared.token();
            let own = begin_wait(&mut call, delay, &sleep, shared.name);
            match own {
                Some(wait) => wait_or_stop(stop.as_mut(), wait).await,
                None => wait_or_stop(stop.as_mut(), Wait(&mut call)).await,
            }
            spend_unless_stopped(&mut token, &*stop);
        }
    }
}
