//! The breaker of a call.

use alloc::sync::Arc;

use super::limits::{BreakerOf, Limited, LimitedAttempts, Split as _, TimeoutOf, WithLimits};
use super::retry::Retry;
use super::timeout::ByFrom;
use crate::decision::{BreakerOpen, CircuitBreaker, Permit, SharedBreaker};
use crate::engine::admission::refused_or_else;
use crate::engine::breaker::shared_permit;
use crate::engine::limit::InTime;

/// A call that cannot have a breaker: every attempt is made.
#[derive(Clone, Copy, Debug)]
pub struct NoBreaker;

/// A call that may have a breaker, which each attempt asks.
#[derive(Debug)]
pub struct Breaker<'b, M = ByFrom> {
    breaker: Option<SharedBreaker<'b>>,
    /// Makes the error of a call whose first attempt is refused.
    breaker_open: M,
    /// The permit of the attempt that is running.
    permit: Option<Permit<SharedBreaker<'b>>>,
}

impl<'b> Breaker<'b> {
    pub(super) const fn new(breaker: Option<SharedBreaker<'b>>) -> Self {
        Self::with_error(breaker, ByFrom)
    }
}

impl<'b, M> Breaker<'b, M> {
    pub(crate) const fn with_error(breaker: Option<SharedBreaker<'b>>, breaker_open: M) -> Self {
        Self { breaker, breaker_open, permit: None }
    }
}

/// The parts of a call's breaker: the breaker, and what makes the error. An option replaces one of them.
pub trait Guarded<'b> {
    type MakeError;

    fn guarded(self) -> (Option<SharedBreaker<'b>>, Self::MakeError);
}

impl<'b> Guarded<'b> for NoBreaker {
    type MakeError = ByFrom;

    fn guarded(self) -> (Option<SharedBreaker<'b>>, ByFrom) {
        (None, ByFrom)
    }
}

impl<'b, M> Guarded<'b> for Breaker<'b, M> {
    type MakeError = M;

    fn guarded(self) -> (Option<SharedBreaker<'b>>, M) {
        (self.breaker, self.breaker_open)
    }
}

/// Makes the error of a call whose first attempt is refused.
#[diagnostic::on_unimplemented(
    message = "this call may have a breaker, which needs an error that can be made from `BreakerOpen`, but `{E}` cannot",
    label = "a refused attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::BreakerOpen> for YourError`, with thiserror a variant `BreakerOpen(#[from] retry_core::BreakerOpen)`",
    note = "for an error of another crate make one here: `.breaker_open(|open| …)`",
    note = "for attempts without a breaker write `.no_breaker()`"
)]
pub trait MakeRefusal<E> {
    fn error(&mut self, open: BreakerOpen) -> E;
}

#[diagnostic::do_not_recommend]
impl<E: From<BreakerOpen>> MakeRefusal<E> for ByFrom {
    fn error(&mut self, open: BreakerOpen) -> E {
        open.into()
    }
}

#[diagnostic::do_not_recommend]
impl<E, F: FnMut(BreakerOpen) -> E> MakeRefusal<E> for F {
    fn error(&mut self, open: BreakerOpen) -> E {
        self(open)
    }
}

/// Whether an attempt is made: [`NoBreaker`] or a [`Breaker`].
pub trait Guard<'b, O> {
    /// Asks the breaker for an attempt. Returns the refusal, if there is one.
    fn admit(&mut self) -> Option<BreakerOpen>;

    /// Takes the permit of the attempt that has ended.
    fn take_permit(&mut self) -> Option<Permit<SharedBreaker<'b>>>;

    /// The outcome of a refused attempt: the last outcome, or an error made from the refusal.
    fn refused(&mut self, open: BreakerOpen, last: &mut Option<O>) -> InTime<O>;
}

impl<'b, O> Guard<'b, O> for NoBreaker {
    #[inline]
    fn admit(&mut self) -> Option<BreakerOpen> {
        None
    }

    fn take_permit(&mut self) -> Option<Permit<SharedBreaker<'b>>> {
        None
    }

    fn refused(&mut self, _open: BreakerOpen, _last: &mut Option<O>) -> InTime<O> {
        unreachable!("nothing refuses an attempt without a breaker")
    }
}

impl<'b, T, E, M: MakeRefusal<E>> Guard<'b, Result<T, E>> for Breaker<'b, M> {
    #[inline]
    fn admit(&mut self) -> Option<BreakerOpen> {
        match shared_permit(self.breaker.as_ref()?) {
            Ok(permit) => {
                self.permit = Some(permit);
                None
            }
            Err(open) => Some(open),
        }
    }

    fn take_permit(&mut self) -> Option<Permit<SharedBreaker<'b>>> {
        self.permit.take()
    }

    fn refused(&mut self, open: BreakerOpen, last: &mut Option<Result<T, E>>) -> InTime<Result<T, E>> {
        refused_or_else(open, last, |open| self.breaker_open.error(open))
    }
}

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
        self.with_breaker(|old| Breaker { breaker, breaker_open: old.guarded().1, permit: None })
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
        self.with_breaker(|old| Breaker { breaker: old.guarded().0, breaker_open, permit: None })
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
