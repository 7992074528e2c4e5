//! The call of a closure that returns a future.

use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use pin_project_lite::pin_project;

use super::Sleep;
use super::configured::{Configured, Engine};
use super::next::Step;
use super::operations::Returning;
use super::retry::{Retry, Timeout};
use super::timeout::{Limited, TimedOut, limited};
use super::wait::WaitFuture;
use crate::policy::RetryPolicy;

impl RetryPolicy {
    /// Retries what is not a whole function: a closure that makes one attempt per call.
    ///
    /// Awaiting it makes the first attempt. Without [`transient`](Retry::transient) the error type must
    /// implement [`Transient`](crate::Transient). The last error is returned unchanged.
    ///
    /// The closure is called once per attempt and cannot lend what it owns to the future that it returns:
    /// [`retry_lending`](Self::retry_lending) can, and an annotated function too.
    ///
    /// ```
    /// use std::io::{Error, ErrorKind};
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Error> {
    /// let mut calls = 0;
    /// let answer = RetryPolicy::default()
    ///     .retry(|| {
    ///         calls += 1;
    ///         let busy = calls < 3;
    ///         async move { if busy { Err(Error::from(ErrorKind::TimedOut)) } else { Ok(42) } }
    ///     })
    ///     .await?;
    /// assert_eq!((answer, calls), (42, 3));
    /// # Ok(())
    /// # }
    /// ```
    pub fn retry<'b, F, A, T, E>(self, operation: F) -> Retry<'b, Returning<F, A, T, E>, Configured<'b>>
    where
        F: FnMut() -> A,
        A: Future<Output = Result<T, E>>,
    {
        Retry::new(self, Returning { operation, attempt: PhantomData })
    }
}

impl<'b, F, A, T, E, W, S: Sleep> Retry<'b, Returning<F, A, T, E>, W, S>
where
    F: FnMut() -> A,
    A: Future<Output = Result<T, E>>,
{
    /// How to wait. Default: [`TokioSleep`](super::TokioSleep).
    pub fn sleep<N: Sleep>(self, sleep: N) -> Retry<'b, Returning<F, A, T, E>, W, N> {
        let Self { operation, configured, timeout, .. } = self;
        Retry { operation, configured, timeout, sleep, stage: Stage::Begin }
    }
}

pin_project! {
    #[project = StageProjection]
    pub(super) enum Stage<'b, A, E, P> {
        Begin,
        Attempt { #[pin] attempt: A },
        // In a box, so that a call without a timeout does not pay for the timer.
        LimitedAttempt { attempt: Pin<Box<Limited<A>>>, error: fn(TimedOut) -> E },
        Wait { #[pin] wait: WaitFuture<'b, P> },
        Done,
    }
}

impl<'b, F, A, T, E, W, S> Future for Retry<'b, Returning<F, A, T, E>, W, S>
where
    F: FnMut() -> A,
    A: Future<Output = Result<T, E>>,
    W: Engine<'b, T, E>,
    S: Sleep,
{
    type Output = Result<T, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        loop {
            let outcome = match this.stage.as_mut().project() {
                StageProjection::Begin => {
                    this.configured.begin();
                    attempt(this.stage.as_mut(), &mut this.operation.operation, *this.timeout, this.configured);
                    continue;
                }
                StageProjection::Wait { wait } => {
                    ready!(wait.poll(context));
                    attempt(this.stage.as_mut(), &mut this.operation.operation, *this.timeout, this.configured);
                    continue;
                }
                StageProjection::Attempt { attempt } => ready!(attempt.poll(context)),
                StageProjection::LimitedAttempt { attempt, error } => {
                    let (outcome, error) = (ready!(attempt.as_mut().poll(context)), *error);
                    this.stage.set(Stage::Done);
                    outcome.unwrap_or_else(|timed_out| Err(error(timed_out)))
                }
                StageProjection::Done => panic!("`Retry` polled after it returned"),
            };
            // As after an `.await`, the attempt is gone before its outcome is looked at, also by the error's `From`.
            this.stage.set(Stage::Done);
            match this.configured.next(outcome) {
                Step::Return(outcome) => return Poll::Ready(outcome),
                Step::Wait(wait) => this.stage.set(Stage::Wait { wait: wait.sleep_with(this.sleep) }),
            }
        }
    }
}

/// Begins an attempt. What came before is gone by then, as after an `.await`; and if the operation panics the
/// call is over, however it is polled.
fn attempt<'b, A, P, T, E>(
    mut stage: Pin<&mut Stage<'b, A, E, P>>,
    operation: &mut impl FnMut() -> A,
    timeout: Timeout<E>,
    engine: &impl Engine<'b, T, E>,
) where
    A: Future<Output = Result<T, E>>,
{
    stage.set(Stage::Done);
    let attempt = operation();
    stage.set(match timeout {
        Some((timeout, error)) => {
            Stage::LimitedAttempt { attempt: Box::pin(limited(engine.limit(timeout), attempt)), error }
        }
        None => Stage::Attempt { attempt },
    });
}
