//! Which breaker a call has: `breaker`, `breaker_open`, `no_breaker`.

use alloc::sync::Arc;

use super::guard::{Breaker, Guarded, NoBreaker};
use super::limits::{BreakerOf, Limited, LimitedAttempts, Split as _, TimeoutOf, WithLimits};
use super::retry::Retry;
use crate::decision::{BreakerOpen, CircuitBreaker, SharedBreaker};

impl<'b, A: LimitedAttempts, O> Retry<'b, A, O> {
    /// Sets the [breaker](CircuitBreaker) that each attempt asks. `None` sets no breaker.
    ///
    /// It replaces the breaker of the call's [`Retrier`](crate::Retrier).
    ///
    /// If the breaker refuses the first attempt, the operation does not run. The error is made with
    /// `From<`[`BreakerOpen`]`>`; [`breaker_open`](Self::breaker_open) is for errors without that conversion.
    ///
    /// After a failed attempt the call gives up if the breaker would still be open at the end of the wait, or if it
    /// refuses the next attempt after the wait. The call returns the operation's own error then.
    ///
    /// ```
    /// use std::io::{Error, ErrorKind};
    /// use retry_core::{CircuitBreaker, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), retry_core::BreakerError> {
    /// let breaker = CircuitBreaker::builder().name("stock").consecutive_failures(2).build()?;
    /// let down = async || Err::<(), _>(Error::from(ErrorKind::TimedOut));
    ///
    /// // The second attempt opens the breaker.
    /// let error = RetryPolicy::default().retry(down).breaker(&breaker).await.unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TimedOut);
    ///
    /// let error = RetryPolicy::default().retry(down).breaker(&breaker).await.unwrap_err();
    /// assert_eq!(error.to_string(), "the circuit breaker `stock` is open, and its next probe is due in 5s");
    /// # Ok(())
    /// # }
    /// ```
    #[expect(clippy::type_complexity, reason = "the type of a method that is to be chained")]
    pub fn breaker(
        self,
        breaker: impl AsBreaker<'b>,
    ) -> Retry<'b, WithLimits<A, TimeoutOf<A>, Breaker<'b, <BreakerOf<A> as Guarded<'b>>::MakeError>>, O>
    where
        BreakerOf<A>: Guarded<'b>,
    {
        let breaker = breaker.breaker().map(SharedBreaker::Borrowed);
        self.with_breaker(|old| Breaker::with_error(breaker, old.guarded().1))
    }

    /// Sets how the error is made if the breaker refuses the first attempt, for an error type without
    /// `From<`[`BreakerOpen`]`>`, such as that of another crate.
    ///
    /// The [breaker](Self::breaker) stays as it is.
    ///
    /// ```
    /// use retry_core::{CircuitBreaker, RetryPolicy};
    ///
    /// let breaker = CircuitBreaker::builder().name("stock").consecutive_failures(1).build()?;
    /// breaker.permit()?.failed();
    /// let call = RetryPolicy::default().retry_blocking(|| Ok::<(), String>(())).transient(|_| true);
    /// let call = call.breaker(&breaker).breaker_open(|open| format!("{} is down", open.name()));
    /// assert_eq!(call.run(), Err("stock is down".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn breaker_open<M>(self, breaker_open: M) -> Retry<'b, WithLimits<A, TimeoutOf<A>, Breaker<'b, M>>, O>
    where
        BreakerOf<A>: Guarded<'b>,
        M: FnMut(BreakerOpen) -> A::Error,
    {
        self.with_breaker(|old| Breaker::with_error(old.guarded().0, breaker_open))
    }

    /// Removes the breaker of the call's [`Retrier`](crate::Retrier): every attempt is made.
    ///
    /// The error of such a call needs no `From<`[`BreakerOpen`]`>`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use retry_core::{CircuitBreaker, Retrier, RetryPolicy};
    ///
    /// let breaker = Arc::new(CircuitBreaker::builder().consecutive_failures(1).build()?);
    /// breaker.permit()?.failed();
    /// let retrier = Retrier::new(RetryPolicy::default()).with_breaker(breaker);
    /// let call = retrier.retry_blocking(|| Ok::<_, &str>("health")).transient(|_| true);
    /// assert_eq!(call.no_breaker().run(), Ok("health"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn no_breaker(self) -> Retry<'b, WithLimits<A, TimeoutOf<A>, NoBreaker>, O> {
        self.with_breaker(|_| NoBreaker)
    }

    fn with_breaker<B>(self, change: impl FnOnce(BreakerOf<A>) -> B) -> Retry<'b, WithLimits<A, TimeoutOf<A>, B>, O> {
        self.with_attempts(|attempts| {
            attempts.with_limits(|limits| {
                let (timeout, breaker) = limits.split();
                Limited::new(timeout, change(breaker))
            })
        })
    }
}

/// The argument of a call's `breaker`: a reference to a breaker, or an `Option` of a reference.
#[diagnostic::on_unimplemented(
    message = "`breaker` needs a reference to a `CircuitBreaker`, or an `Option` of one, but this is `{Self}`",
    label = "not a reference to a `CircuitBreaker`",
    note = "for an `Option` write `.as_ref()`, or `.as_deref()` if it holds an `Arc`"
)]
pub trait AsBreaker<'b> {
    fn breaker(self) -> Option<&'b CircuitBreaker>;
}

impl<'b> AsBreaker<'b> for &'b CircuitBreaker {
    fn breaker(self) -> Option<&'b CircuitBreaker> {
        Some(self)
    }
}

impl<'b> AsBreaker<'b> for &'b Arc<CircuitBreaker> {
    fn breaker(self) -> Option<&'b CircuitBreaker> {
        Some(self)
    }
}

impl<'b> AsBreaker<'b> for Option<&'b CircuitBreaker> {
    fn breaker(self) -> Option<&'b CircuitBreaker> {
        self
    }
}

/// The argument of a retrier's `with_breaker`: a breaker in an `Arc`, or a `'static` reference.
#[diagnostic::on_unimplemented(
    message = "`with_breaker` needs an `Arc<CircuitBreaker>` or a `&'static CircuitBreaker`, but this is `{Self}`",
    label = "not a shared `CircuitBreaker`",
    note = "write `Arc::new(…)` around it"
)]
pub trait IntoBreaker {
    fn breaker(self) -> Option<SharedBreaker<'static>>;
}

impl IntoBreaker for &'static CircuitBreaker {
    fn breaker(self) -> Option<SharedBreaker<'static>> {
        Some(SharedBreaker::Borrowed(self))
    }
}

impl IntoBreaker for Arc<CircuitBreaker> {
    fn breaker(self) -> Option<SharedBreaker<'static>> {
        Some(SharedBreaker::Counted(self))
    }
}

impl IntoBreaker for Option<Arc<CircuitBreaker>> {
    fn breaker(self) -> Option<SharedBreaker<'static>> {
        self.map(SharedBreaker::Counted)
    }
}
