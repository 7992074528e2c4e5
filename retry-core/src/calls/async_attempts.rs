//! The options of calls whose attempts are futures: another way to wait, a stop that cuts waits short, and a timeout.

use core::time::Duration;

use super::limits::{BreakerOf, Limited, LimitedAttempts, Split as _, TimeoutOf, WithLimits};
use super::retry::Retry;
use super::shared::AsTimeout;
use super::sleep::Sleep;
use super::timeout::{NoTimeout, Timed, Timeout};
use crate::engine::stop::{Stop, StopSignal};
use crate::engine::wait::Sleeping;
use crate::engine::{self, TimedOut};

/// Attempts that are futures, and can be dropped before they end.
pub trait AsyncAttempts: LimitedAttempts {
    type WithSleep<S: Sleep>;

    /// The same attempts, with a stop and with room for the last outcome.
    type WithStop<S>;

    fn with_sleep<S: Sleep>(self, sleep: S) -> Self::WithSleep<S>;

    fn with_stop<S>(self, stop: S) -> Self::WithStop<S>;
}

impl<'b, A: AsyncAttempts, O> Retry<'b, A, O> {
    /// Sets how to wait: a function from the delay to a future. It is called for a delay of zero too.
    ///
    /// Default: the timer of the [runtime](crate#runtimes).
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
        F: Sleeping,
    {
        self.with_attempts(|attempts| attempts.with_sleep(sleep))
    }

    /// Sets a future that stops the call once it is ready, for an orderly shutdown.
    ///
    /// A running attempt is not interrupted. A wait ends at once, and no other attempt begins. The call gives up with
    /// the reason [`Stopped`](crate::GiveUpReason::Stopped) and returns its last outcome unchanged. The token of the
    /// wait goes back to the budget.
    ///
    /// The future is polled only after an attempt has failed: before a wait begins, and during the wait. So a call
    /// makes at least one attempt, even if the future is ready from the start. A call that would give up anyway gives
    /// that reason.
    ///
    /// If the stop cuts a wait short, the call has called [`on_retry`](Self::on_retry) for that wait before it calls
    /// [`on_give_up`](Self::on_give_up). The outcome of an attempt is dropped after the wait, not before it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    /// use tokio::time::{Instant, sleep};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let began = Instant::now();
    /// // In a service the future is that of its shutdown, such as `token.cancelled()`.
    /// let shutdown = sleep(Duration::from_millis(50));
    /// let policy = RetryPolicy::builder().base(Duration::from_secs(60)).cap(Duration::from_secs(60)).build().unwrap();
    /// let call = policy.retry(async || Err::<(), _>("busy")).transient(|_| true).stop(shutdown);
    /// assert_eq!(call.await, Err("busy"));
    /// assert!(began.elapsed() <= Duration::from_secs(61));
    /// # }
    /// ```
    pub fn stop<F: StopSignal>(self, stop: F) -> Retry<'b, A::WithStop<Stop<F>>, O> {
        self.with_attempts(|attempts| attempts.with_stop(engine::stop::stop(stop)))
    }

    /// Sets the time that each attempt may take. `None` sets no limit. The time begins when the attempt first waits.
    ///
    /// It replaces the timeout of the call's [`Retrier`](crate::Retrier). If less time is left before the policy's
    /// deadline, an attempt gets only that time.
    ///
    /// An attempt that takes its whole timeout is dropped. Its error is made with `From<`[`TimedOut`]`>` and judged
    /// like any other; [`timed_out`](Self::timed_out) is for errors without that conversion. If the deadline ends an
    /// attempt before its timeout, the call returns the outcome of the attempt before it. If there was none, the error
    /// is made from [`TimedOut`].
    ///
    /// # Panics
    ///
    /// The call panics if no [runtime](crate#runtimes) is available: in a debug build before the first attempt,
    /// otherwise when an attempt first waits.
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
    pub fn timeout(
        mut self,
        timeout: impl AsTimeout,
    ) -> Retry<'b, WithLimits<A, <TimeoutOf<A> as Timed>::Timed, BreakerOf<A>>, O>
    where
        TimeoutOf<A>: Timed,
    {
        self.shared.timeout = timeout.timeout();
        self.with_time_limit(Timed::timed)
    }

    /// Sets how the error of a timed-out attempt is made, for an error type without `From<`[`TimedOut`]`>`, such as
    /// that of another crate.
    ///
    /// The [timeout](Self::timeout) stays as it is.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let call = RetryPolicy::default().retry(std::future::pending::<Result<(), String>>).transient(|_| false);
    /// let call = call.timeout(Duration::from_millis(300)).timed_out(|timed_out| format!("fetch: {timed_out}"));
    /// assert_eq!(call.await.unwrap_err(), "fetch: the attempt timed out after 300ms");
    /// # }
    /// ```
    pub fn timed_out<M>(self, timed_out: M) -> Retry<'b, WithLimits<A, Timeout<M>, BreakerOf<A>>, O>
    where
        M: FnMut(TimedOut) -> A::Error,
    {
        self.with_time_limit(|_| Timeout::new(timed_out))
    }

    /// Removes the timeout of the call's [`Retrier`](crate::Retrier): an attempt may take any time.
    ///
    /// The error of such a call needs no `From<`[`TimedOut`]`>`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let retrier = Retrier::new(RetryPolicy::default()).with_timeout(Duration::from_secs(1));
    /// let call = retrier.retry(async || {
    ///     tokio::time::sleep(Duration::from_secs(5)).await;
    ///     Ok::<_, &str>("a long report")
    /// });
    /// assert_eq!(call.transient(|_| true).no_timeout().no_breaker().await, Ok("a long report"));
    /// # }
    /// ```
    pub fn no_timeout(mut self) -> Retry<'b, WithLimits<A, NoTimeout, BreakerOf<A>>, O> {
        self.shared.timeout = None;
        self.with_time_limit(|_| NoTimeout)
    }

    fn with_time_limit<T>(
        self,
        change: impl FnOnce(TimeoutOf<A>) -> T,
    ) -> Retry<'b, WithLimits<A, T, BreakerOf<A>>, O> {
        self.with_attempts(|attempts| {
            attempts.with_limits(|limits| {
                let (timeout, breaker) = limits.split();
                Limited::new(change(timeout), breaker)
            })
        })
    }
}
