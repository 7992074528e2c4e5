//! The call of an async closure.

use std::marker::PhantomData;
use std::time::Duration;

use super::Sleep;
use super::configured::{Configured, Engine};
use super::next::Step;
use super::operations::{Lending, Operation, Returning};
use super::retry::Retry;
use super::returning::Stage;
use super::timeout::{TimedOut, limited};
use crate::policy::RetryPolicy;

impl RetryPolicy {
    /// Retries an async closure, which may change what it has captured while an attempt runs.
    ///
    /// Configured like [`retry`](Self::retry) and made by [`run`](Retry::run). The price of lending is that
    /// today's compiler cannot tell that the future is `Send` when the closure captures references, and refuses
    /// to spawn it ("implementation of `Send` is not general enough"): spawn a `retry`, or an annotated function.
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
    /// let call = RetryPolicy::default().retry_lending(async || connection.send().await);
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
    pub fn retry_lending<'b, F, T, E>(self, operation: F) -> Retry<'b, Lending<F, T, E>, Configured<'b>>
    where
        F: AsyncFnMut() -> Result<T, E>,
    {
        Retry::new(self, Lending { operation, outcome: PhantomData })
    }
}

impl<'b, F, T, E, W, S: Sleep> Retry<'b, Lending<F, T, E>, W, S>
where
    F: AsyncFnMut() -> Result<T, E>,
{
    /// How to wait. Default: [`TokioSleep`](super::TokioSleep).
    pub fn sleep<N: Sleep>(self, sleep: N) -> Retry<'b, Lending<F, T, E>, W, N> {
        let Self { operation, configured, timeout, .. } = self;
        Retry { operation, configured, timeout, sleep, stage: Stage::Begin }
    }
}

impl<'b, F, T, E, W, S> Retry<'b, Lending<F, T, E>, W, S>
where
    F: AsyncFnMut() -> Result<T, E>,
    W: Engine<'b, T, E>,
    S: Sleep,
{
    /// Makes the call.
    ///
    /// # Errors
    ///
    /// The last attempt's error, unchanged.
    pub async fn run(self) -> Result<T, E> {
        let Self { mut operation, mut configured, timeout, sleep, .. } = self;
        configured.begin();
        loop {
            let outcome = match timeout {
                Some((timeout, error)) => {
                    let attempt = limited(configured.limit(timeout), (operation.operation)());
                    attempt.await.unwrap_or_else(|timed_out| Err(error(timed_out)))
                }
                None => (operation.operation)().await,
            };
            let wait = match configured.next(outcome) {
                Step::Return(outcome) => return outcome,
                Step::Wait(wait) => wait,
            };
            wait.sleep_with(&sleep).await;
        }
    }
}

/// Whose attempts are futures, which can be dropped while they run.
pub trait AsyncOperation: Operation {}

impl<F, A, T, E> AsyncOperation for Returning<F, A, T, E> where Self: Operation {}
impl<F, T, E> AsyncOperation for Lending<F, T, E> {}

impl<O: AsyncOperation, W, S: Sleep> Retry<'_, O, W, S> {
    /// The time that an attempt may take, or what is left before the policy's deadline if that is less. An attempt
    /// that takes longer is dropped; its error is made from [`TimedOut`] and then judged like any other.
    ///
    /// # Panics
    ///
    /// The call panics outside of a tokio runtime, or in one without its time driver.
    ///
    /// ```
    /// use std::io;
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let call = RetryPolicy::default().retry(std::future::pending::<io::Result<()>>);
    /// let error = call.timeout(Duration::from_millis(300)).await.unwrap_err();
    /// assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    /// # }
    /// ```
    pub fn timeout(mut self, timeout: Duration) -> Self
    where
        O::Error: From<TimedOut>,
    {
        self.timeout = Some((timeout, O::Error::from));
        self
    }
}
