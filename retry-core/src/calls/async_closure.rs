//! The call of an async closure.

use std::marker::PhantomData;

use super::async_attempts::AsyncAttempts;
use super::options::{NoOptions, Options};
use super::retry::{Attempts, Retry};
use super::sleep::{RuntimeTimer, Sleep, begin_wait, caller, expect_timer};
use super::timeout::{Limits, NoTimeout, Timeout};
use crate::decision::BudgetToken;
use crate::engine::clock::Started;
use crate::engine::limit::{AttemptEnd, limit_of, limited};
use crate::engine::step::Step;
use crate::engine::wait::Wait;
use crate::policy::RetryPolicy;

/// Attempts that an async closure makes, whose future may borrow what the closure has captured.
#[derive(Debug)]
pub struct AsyncClosure<F, T, E, S = RuntimeTimer, L = NoTimeout> {
    operation: F,
    sleep: S,
    limits: L,
    outcome: PhantomData<fn() -> (T, E)>,
}

impl<F, T, E, S, L> Attempts for AsyncClosure<F, T, E, S, L> {
    type Value = T;
    type Error = E;
}

impl<F, T, E, S, L> AsyncAttempts for AsyncClosure<F, T, E, S, L> {
    type WithSleep<N: Sleep> = AsyncClosure<F, T, E, N, L>;
    type WithTimeout<M> = AsyncClosure<F, T, E, S, Timeout<Result<T, E>, M>>;

    fn with_sleep<N: Sleep>(self, sleep: N) -> AsyncClosure<F, T, E, N, L> {
        let Self { operation, limits, outcome, .. } = self;
        AsyncClosure { operation, sleep, limits, outcome }
    }

    fn with_timeout<M>(self, limits: Timeout<Result<T, E>, M>) -> Self::WithTimeout<M> {
        let Self { operation, sleep, outcome, .. } = self;
        AsyncClosure { operation, sleep, limits, outcome }
    }
}

impl RetryPolicy {
    /// Retries an async closure, which may change what it has captured while an attempt runs.
    ///
    /// Configured like [`retry`](Self::retry) and made by [`run`](Retry::run). Where the closure captures references,
    /// today's compiler cannot tell that the future is `Send`, and refuses to spawn it ("implementation of `Send` is
    /// not general enough"): spawn a `retry`, or an annotated function.
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
    pub fn retry_async_closure<'b, F, T, E>(self, operation: F) -> Retry<'b, AsyncClosure<F, T, E>, NoOptions<'b, T, E>>
    where
        F: AsyncFnMut() -> Result<T, E>,
    {
        let (sleep, limits, outcome) = (RuntimeTimer, NoTimeout, PhantomData);
        Retry::new(self, AsyncClosure { operation, sleep, limits, outcome })
    }
}

impl<'b, F, T, E, S, L, O> Retry<'b, AsyncClosure<F, T, E, S, L>, O>
where
    F: AsyncFnMut() -> Result<T, E>,
    S: Sleep,
    L: Limits<Result<T, E>>,
    O: Options<'b, T, E>,
{
    /// Makes the call.
    ///
    /// # Errors
    ///
    /// The last attempt's error, unchanged.
    pub async fn run(self) -> Result<T, E> {
        let Self { settings, mut call, mut options, attempts, .. } = self;
        let AsyncClosure { mut operation, sleep, mut limits, .. } = attempts;
        let caller = caller::<F>(&settings);
        expect_timer::<S>(&settings, caller);
        let clock = (limits.time().is_some() || options.needs_clock(&settings)).then(Started::now);
        loop {
            let attempted = match limits.time() {
                Some(timeout) => {
                    let limit = limit_of(caller, &call, &settings, timeout, &clock);
                    match limit.over() {
                        Some(end) => AttemptEnd::Cut(end),
                        None => limited(limit, operation()).await,
                    }
                }
                None => AttemptEnd::Ended(operation().await),
            };
            let attempt = limits.in_time(attempted);
            let delay = match options.step(attempt, limits.last(), &mut call, &settings, &clock) {
                Step::Return(outcome) => return outcome,
                Step::Wait { delay, .. } => delay,
            };
            let mut token = BudgetToken::held(options.budget());
            let own = begin_wait(&mut call, delay, &sleep, caller);
            match own {
                Some(wait) => wait.await,
                None => Wait(&mut call).await,
            }
            token.spend();
        }
    }
}
