//! What only a call whose attempts are futures can be given: another way to wait, and a timeout.

use std::future::Future;
use std::time::Duration;

use super::retry::{Attempts, Retry};
use super::sleep::Sleep;
use super::timeout::Timeout;
use crate::engine::TimedOut;

/// Attempts that are futures, which can be dropped while they run.
pub trait AsyncAttempts: Attempts + Sized {
    type WithSleep<S: Sleep>;
    type WithTimeout<M>;

    fn with_sleep<S: Sleep>(self, sleep: S) -> Self::WithSleep<S>;

    fn with_timeout<M>(self, timeout: Timeout<Result<Self::Value, Self::Error>, M>) -> Self::WithTimeout<M>;
}

impl<'b, A: AsyncAttempts, O> Retry<'b, A, O> {
    /// How to wait: a function from the delay to a future. It is asked for a delay of zero too. Default: the timer of
    /// the runtime.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use std::future::ready;
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let slept = RefCell::new(Vec::new());
    /// let call = RetryPolicy::default().retry(async || Err::<(), _>("busy")).transient(|_| true);
    /// assert_eq!(call.sleep(|delay| ready(slept.borrow_mut().push(delay.as_millis()))).await, Err("busy"));
    /// assert_eq!(slept.borrow().len(), 5);
    /// # }
    /// ```
    pub fn sleep<S, F>(self, sleep: S) -> Retry<'b, A::WithSleep<S>, O>
    where
        S: Fn(Duration) -> F,
        F: Future<Output = ()>,
    {
        self.with_attempts(|attempts| attempts.with_sleep(sleep))
    }

    /// The time that an attempt may take, or what is left before the policy's deadline if that is less.
    ///
    /// An attempt that takes its whole timeout is dropped. Its error is made from [`TimedOut`] and then judged like any
    /// other; [`timeout_with`](Self::timeout_with) is for errors that cannot be. Where only the deadline has cut an
    /// attempt short, the call returns the outcome of the attempt before; if there was none, the error is made from
    /// [`TimedOut`].
    ///
    /// # Panics
    ///
    /// The call panics where no [runtime](crate#runtimes) is in reach.
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
    #[expect(clippy::type_complexity, reason = "the type of a method that is to be chained")]
    pub fn timeout(self, timeout: Duration) -> Retry<'b, A::WithTimeout<fn(TimedOut) -> A::Error>, O>
    where
        A::Error: From<TimedOut>,
    {
        self.timeout_with(timeout, From::from)
    }

    /// [`timeout`](Self::timeout) for errors that cannot be made from [`TimedOut`], those of other crates above all: the
    /// function makes the error of an attempt that has taken its whole timeout.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let call = RetryPolicy::default().retry(std::future::pending::<Result<(), String>>).transient(|_| false);
    /// let outcome = call.timeout_with(Duration::from_millis(300), |timed_out| format!("fetch: {timed_out}")).await;
    /// assert_eq!(outcome.unwrap_err(), "fetch: the attempt timed out after 300ms");
    /// # }
    /// ```
    pub fn timeout_with<M>(self, timeout: Duration, timed_out: M) -> Retry<'b, A::WithTimeout<M>, O>
    where
        M: FnMut(TimedOut) -> A::Error,
    {
        let timeout = Timeout { time: timeout, timed_out, last: None };
        self.with_attempts(|attempts| attempts.with_timeout(timeout))
    }
}
