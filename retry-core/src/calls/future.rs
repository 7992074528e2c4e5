//! `retry`: the call of a closure that returns a future.

use alloc::boxed::Box;
use core::any;
use core::future::Future;
use core::marker::PhantomData;
use core::pin::Pin;
use core::task::{Context, Poll, ready};

use pin_project_lite::pin_project;

use super::async_attempts::AsyncAttempts;
use super::attempts::Attempts;
use super::guard::Breaker;
use super::limits::{Limited as Limiting, LimitedAttempts, Limits, NoLimits, Split, keeping_last};
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
use crate::engine::limit::{AttemptEnd, Limited, limit, limited};
use crate::engine::name::Name;
use crate::engine::step::Step;
use crate::policy::RetryPolicy;

impl RetryPolicy {
    /// Retries a closure that returns a future. The closure is called once for each attempt.
    ///
    /// The first attempt begins when the call is awaited. Without [`transient`](Retry::transient) the error type must
    /// implement [`Transient`](crate::Transient). The last error is returned unchanged.
    ///
    /// The future cannot borrow from the variables that the closure has captured.
    /// [`retry_async_closure`](Self::retry_async_closure) and annotated functions allow that.
    ///
    /// ```
    /// use std::io::{Error, ErrorKind};
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Error> {
    /// let mut attempts = 0;
    /// let answer = RetryPolicy::default()
    ///     .retry(|| {
    ///         attempts += 1;
    ///         let busy = attempts < 3;
    ///         async move { if busy { Err(Error::from(ErrorKind::TimedOut)) } else { Ok(42) } }
    ///     })
    ///     .await?;
    /// assert_eq!((answer, attempts), (42, 3));
    /// # Ok(())
    /// # }
    /// ```
    pub fn retry<'b, F, A, T, E>(self, operation: F) -> Retry<'b, Futures<F, A, T, E>, NoOptions<T, E>>
    where
        F: FnMut() -> A,
        A: Future<Output = Result<T, E>>,
    {
        Retry::new(Shared::new(self), Futures::new(operation, NoLimits))
    }
}

/// The attempts of a call that may have a timeout and a breaker.
type LimitedFutures<'b, F, A, T, E> =
    Futures<F, A, T, E, RuntimeTimer, Limiting<Result<T, E>, Timeout<ByFrom>, Breaker<'b>>>;

impl Retrier {
    /// Retries a closure that returns a future: [`RetryPolicy::retry`] with everything that this retrier holds.
    ///
    /// The call holds a clone of the retrier.
    ///
    /// The retrier may have a timeout. So the error type has to implement `From<`[`TimedOut`](crate::TimedOut)`>`, or
    /// the call needs [`timed_out`](Retry::timed_out) or [`no_timeout`](Retry::no_timeout). The retrier may have a
    /// breaker too. So the error type has to implement `From<`[`BreakerOpen`](crate::BreakerOpen)`>`, or the call needs
    /// [`breaker_open`](Retry::breaker_open) or [`no_breaker`](Retry::no_breaker). [`std::io::Error`] implements both.
    ///
    /// ```
    /// use std::io;
    /// use std::sync::Arc;
    /// use retry_core::{Retrier, RetryBudget, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let retrier = Retrier::new(RetryPolicy::default()).with_budget(Arc::new(RetryBudget::new(2, 0.1)));
    /// let mut attempts = 0;
    /// let call = retrier.retry(|| {
    ///     attempts += 1;
    ///     std::future::ready(Err::<(), _>(io::Error::from(io::ErrorKind::TimedOut)))
    /// });
    /// assert!(call.await.is_err());
    /// assert_eq!(attempts, 3);
    /// # }
    /// ```
    pub fn retry<'b, F, A, T, E>(&self, operation: F) -> Retry<'b, LimitedFutures<'b, F, A, T, E>, NoOptions<T, E>>
    where
        F: FnMut() -> A,
        A: Future<Output = Result<T, E>>,
    {
        let limits = Limiting::new(Timeout::new(ByFrom), Breaker::new(self.breaker.clone()));
        Retry::new(self.shared.clone(), Futures::new(operation, limits))
    }
}

/// What makes attempts: a closure, or the request of a tower service.
pub trait Operation {
    type Attempt: Future;

    fn attempt(&mut self) -> Self::Attempt;
}

impl<F: FnMut() -> A, A: Future> Operation for F {
    type Attempt = A;

    fn attempt(&mut self) -> A {
        self()
    }
}

pin_project! {
    /// Attempts of a closure that returns a future.
    pub struct Futures<F, A: Future, T, E, S: Sleep = RuntimeTimer, L = NoLimits, N: Nesting = NestedRetries, X = NoStop> {
        operation: F,
        sleep: S,
        #[pin]
        stop: X,
        clock: Option<Started>,
        outcome: PhantomData<fn() -> (T, E)>,
        #[pin]
        stage: Stage<N::Attempt<A>, S::Future>,
        // Declared last, so that the permit in it is dropped after the attempt.
        limits: L,
    }
}

impl<F, A: Future, T, E, L> Futures<F, A, T, E, RuntimeTimer, L> {
    pub(crate) const fn new(operation: F, limits: L) -> Self {
        Self {
            operation,
            sleep: RuntimeTimer,
            stop: NoStop,
            clock: None,
            outcome: PhantomData,
            stage: Stage::Begin,
            limits,
        }
    }
}

// There is no bound that `F` returns `A`. The compiler would have to prove the bound to find out whether a future that
// holds the call is `Send`, and cannot if both borrow the same (<https://github.com/rust-lang/rust/issues/110338>).
impl<F, A: Future, T, E, S: Sleep, L, N: Nesting, X> Attempts for Futures<F, A, T, E, S, L, N, X> {
    type Value = T;
    type Error = E;
    const NAME: Name = Name::Around(any::type_name::<F>);
}

impl<F, A: Future, T, E, S: Sleep, L: Split, N: Nesting, X> AsyncAttempts for Futures<F, A, T, E, S, L, N, X> {
    type WithSleep<W: Sleep> = Futures<F, A, T, E, W, L, N, X>;
    type WithStop<W> = Futures<F, A, T, E, S, Limiting<Result<T, E>, L::Timeout, L::Breaker>, N, W>;

    fn with_sleep<W: Sleep>(self, sleep: W) -> Self::WithSleep<W> {
        let Self { operation, stop, limits, outcome, .. } = self;
        Futures { operation, sleep, stop, limits, clock: None, outcome, stage: Stage::Begin }
    }

    fn with_stop<W>(self, stop: W) -> Self::WithStop<W> {
        let Self { operation, sleep, limits, outcome, .. } = self;
        let limits = keeping_last(limits);
        Futures { operation, sleep, stop, limits, clock: None, outcome, stage: Stage::Begin }
    }
}

impl<F, A: Future, T, E, S: Sleep, L: Split, N: Nesting, X> LimitedAttempts for Futures<F, A, T, E, S, L, N, X> {
    type Limits = L;
    type WithLimits<W> = Futures<F, A, T, E, S, W, N, X>;

    fn with_limits<W>(self, change: impl FnOnce(L) -> W) -> Self::WithLimits<W> {
        let Self { operation, sleep, stop, limits, outcome, .. } = self;
        let limits = change(limits);
        Futures { operation, sleep, stop, limits, clock: None, outcome, stage: Stage::Begin }
    }
}

#[cfg(feature = "std")]
impl<F, A: Future, T, E, S: Sleep, L, N: Nesting, X> MadeAttempts for Futures<F, A, T, E, S, L, N, X> {
    type WithNestedOnce = Futures<F, A, T, E, S, L, NestedOnce, X>;

    fn with_nested_once(self) -> Self::WithNestedOnce {
        let Self { operation, sleep, stop, limits, outcome, .. } = self;
        Futures { operation, sleep, stop, limits, clock: None, outcome, stage: Stage::Begin }
    }
}

pin_project! {
    /// The stage of the call.
    #[project = StageProjection]
    enum Stage<A, S> {
        Begin,
        Attempt { #[pin] attempt: A },
        // In a box, so that a call without a timeout does not pay for the timer.
        LimitedAttempt { attempt: Pin<Box<Limited<A>>> },
        Wait,
        OwnWait { #[pin] wait: S },
        Done,
    }
}

impl<'b, F, A, T, E, S, L, N, X, O> Future for Retry<'b, Futures<F, A, T, E, S, L, N, X>, O>
where
    F: Operation<Attempt = A>,
    A: Future<Output = Result<T, E>>,
    S: Sleep,
    L: Limits<'b, Result<T, E>>,
    N: Nesting,
    X: Stops,
    O: Options<T, E>,
{
    type Output = Result<T, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let mut attempts = this.attempts.project();
        loop {
            let mut stage = attempts.stage.as_mut();
            let attempted = match stage.as_mut().project() {
                StageProjection::Begin => {
                    expect_timer::<S>(this.shared);
                    let needs_clock = this.options.begin(this.shared, false);
                    *attempts.clock = needs_clock.then(Started::now);
                    stage.set(Stage::Wait);
                    continue;
                }
                StageProjection::Wait => {
                    let is_stopped = this.call.has_failed() && attempts.stop.as_mut().poll_stop(context);
                    if !is_stopped {
                        ready!(this.call.poll_wait(context));
                        this.token.spend();
                    }
                    // Drops the wait before the next attempt, as an `.await` does. If the operation panics, the call
                    // has ended, and a later poll panics too.
                    stage.set(Stage::Done);
                    let timeout = attempts.limits.time(this.shared);
                    let limit = limit(this.call, &this.shared.settings(), timeout, this.options.clock(attempts.clock));
                    match limit.and_then(|limit| limit.over()) {
                        _ if is_stopped => None,
                        Some(end) => Some(Ok(AttemptEnd::Cut(end))),
                        None => match attempts.limits.admit() {
                            Some(open) => Some(Err(open)),
                            None => {
                                // The closure itself may make a nested call, before it returns the future.
                                let attempt = N::attempt_blocking(|| attempts.operation.attempt());
                                let attempt = N::attempt(attempt);
                                stage.set(match limit {
                                    Some(limit) => {
                                        Stage::LimitedAttempt { attempt: Box::pin(limited(Some(limit), attempt)) }
                                    }
                                    None => Stage::Attempt { attempt },
                                });
                                continue;
                            }
                        },
                    }
                }
                StageProjection::OwnWait { wait } => {
                    if !attempts.stop.as_mut().poll_stop(context) {
                        ready!(wait.poll(context));
                    }
                    stage.set(Stage::Wait);
                    continue;
                }
                StageProjection::Attempt { attempt } => Some(Ok(AttemptEnd::Ended(ready!(attempt.poll(context))))),
                StageProjection::LimitedAttempt { attempt } => Some(Ok(ready!(attempt.as_mut().poll(context)))),
                StageProjection::Done => panic!("`Retry` polled after it returned"),
            };
            // Drops the attempt before its outcome is used, as an `.await` does.
            stage.set(Stage::Done);
            let ended = match attempted {
                Some(attempted) => attempts.limits.ended(attempted, this.shared),
                None => attempts.limits.stopped(),
            };
            let stop = attempts.stop.as_mut();
            match this.options.step(ended, stop, this.call, this.shared, attempts.clock, N::IS_ONCE) {
                Step::Return(outcome) => return Poll::Ready(outcome),
                Step::Wait { delay, .. } => {
                    *this.token = this.shared.token();
                    stage.set(match begin_wait(this.call, delay, attempts.sleep, this.shared.name) {
                        Some(wait) => Stage::OwnWait { wait },
                        None => Stage::Wait,
                    });
                }
            }
        }
    }
}
