//! What only a call whose attempts are futures can be given: another way to wait, and a timeout.

use core::time::Duration;

use super::limits::{BreakerOf, Limited, LimitedAttempts, Split as _, TimeoutOf, WithLimits};
use super::retry::Retry;
use super::shared::AsTimeout;
use super::sleep::Sleep;
use super::timeout::{NoTimeout, Timed, Timeout};
use crate::engine::stop::{Stop, StopSignal};
use crate::engine::wait::Sleeping;
use crate::engine::{self, TimedOut};

/// Attempts that are futures, which can be dropped while they run.
pub trait AsyncAttempts: LimitedAttempts {
    type WithSleep<S: Sleep>;

    /// With room for the last outcome.
    type WithStop<S>;

    fn with_sleep<S: Sleep>(self, sleep: S) -> Self::WithSleep<S>;

    fn with_stop<S>(self, stop: S) -> Self::WithStop<S>;
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
        F: Sleeping,
    {
        self.with_attempts(|attempts| attempts.with_sleep(sleep))
    }

    /// What tells the call to stop: any future. While it is pending nothing changes. Once it is ready, the attempt that runs
    /// may end by itself, a wait ends at once, and no other attempt begins. The call then returns the last outcome
    /// as it is, with the reason [`Stopped`](crate::GiveUpReason::Stopped), and its token goes back to the budget.
    ///
    /// A call that is told to stop before it begins makes one attempt. One that would give up anyway has its own reason.
    /// The future is polled only once an attempt has failed: where a wait would begin, and beside the wait. If it cuts a
    /// wait short, [`on_retry`](Self::on_retry) has been told of that wait before `on_give_up` is told of the stop. The
    /// outcome of an attempt lives through the wait after it.
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

    /// The time that an attempt may take, or what is left before the policy's deadline if that is less. It begins when the
    /// attempt first waits. It takes the place of the timeout of the [`Retrier`](crate::Retrier); `None` is no timeout.
    ///
    /// An attempt that takes its whole timeout is dropped. Its error is made from [`TimedOut`] and then judged like any
    /// other; [`timed_out`](Self::timed_out) is for errors that cannot be. Where only the deadline has cut an attempt
    /// short, the call returns the outcome of the attempt before; if there was none, the error is made from [`TimedOut`].
    ///
    /// # Panics
    ///
    /// The call panics where no [runtime](crate#runtimes) is in reach: in a debug build before the first attempt, in any
    /// other when an attempt first waits.
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

    /// Makes the error of an attempt that has taken its whole [`timeout`](Self::timeout), where the type of the error cannot
    /// be made from [`TimedOut`]: those of other crates above all.
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

    /// Attempts may take as long as they like, whatever the [`Retrier`](crate::Retrier) says. The error of such a call need
    /// not be made from [`TimedOut`].
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
