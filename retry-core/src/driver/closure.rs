use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use pin_project_lite::pin_project;
use rand::Rng;

use super::call::{Answer, Call, Step, judge, step};
use super::call_rng::CallRng;
use super::predicate_and_hook::{ByPredicate, ByTrait, Classify, Hook, NoHook, Observe};
use super::{RetryEvent, Sleep, TokioSleep};
use crate::policy::RetryPolicy;

impl RetryPolicy {
    /// Retries what is not a whole function: a closure that makes one attempt per call.
    ///
    /// Awaiting it makes the first attempt. Without [`transient`](Retry::transient) the error type must
    /// implement [`Transient`](crate::Transient). The last error is returned unchanged.
    ///
    /// The closure is called once per attempt and cannot lend what it owns to the future that it returns; an
    /// annotated function can, and also takes `&mut self`.
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
    pub fn retry<F, A, T, E>(self, operation: F) -> Retry<F, A, ByTrait, NoHook, CallRng, TokioSleep>
    where
        F: FnMut() -> A,
        A: Future<Output = Result<T, E>>,
    {
        Retry {
            operation,
            name: "retry",
            transient: ByTrait,
            on_retry: NoHook,
            sleep: TokioSleep,
            call: Call::new(self),
            stage: Stage::Begin,
        }
    }
}

pin_project! {
    /// A call that can be configured and awaited; from [`RetryPolicy::retry`].
    ///
    /// Dropping it, also while it waits, makes no further attempt.
    ///
    /// # Panics
    ///
    /// When polled again after it has returned or panicked.
    ///
    /// ```
    /// use std::future::ready;
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let mut lines = Vec::new();
    /// let outcome: Result<(), &str> = RetryPolicy::default()
    ///     .retry(async || Err("busy"))
    ///     .name("inventory")
    ///     .transient(|error| *error == "busy")
    ///     .rng(Xoshiro256PlusPlus::seed_from_u64(7))
    ///     .sleep(|_| ready(()))
    ///     .on_retry(|event| lines.push(event.to_string()))
    ///     .await;
    /// assert_eq!(outcome, Err("busy"));
    /// assert_eq!(lines.len(), 5);
    /// assert!(lines[0].starts_with("inventory: attempt 1 failed: busy; next in "));
    /// # }
    /// ```
    #[must_use = "nothing is called until this is awaited"]
    pub struct Retry<F, A, C, H, R, S: Sleep> {
        operation: F,
        name: &'static str,
        transient: C,
        on_retry: H,
        sleep: S,
        call: Call<RetryPolicy, R>,
        #[pin]
        stage: Stage<A, S::Pause>,
    }
}

impl<F, A, T, E, C, H, R, S> Retry<F, A, C, H, R, S>
where
    F: FnMut() -> A,
    A: Future<Output = Result<T, E>>,
    R: Rng,
    S: Sleep,
{
    /// What is worth another attempt: a `bool` or a [`Verdict`](crate::Verdict) for the error.
    pub fn transient<P, V>(self, transient: P) -> Retry<F, A, ByPredicate<P>, H, R, S>
    where
        P: FnMut(&E) -> V,
        V: Answer,
    {
        let Self { operation, name, on_retry, sleep, call, stage, .. } = self;
        Retry { operation, name, transient: ByPredicate(transient), on_retry, sleep, call, stage }
    }

    /// Called after each failed attempt that will be followed by another, before the wait. A panic in it is
    /// the caller's and passes through.
    pub fn on_retry<O>(self, on_retry: O) -> Retry<F, A, C, Hook<O>, R, S>
    where
        O: FnMut(&RetryEvent<'_, E>),
    {
        let Self { operation, name, transient, sleep, call, stage, .. } = self;
        Retry { operation, name, transient, on_retry: Hook(on_retry), sleep, call, stage }
    }

    /// The random source of the jitter, for a schedule that a seed reproduces. Default: a generator of the
    /// call's own, seeded when the first delay is drawn.
    pub fn rng<G: Rng>(self, rng: G) -> Retry<F, A, C, H, G, S> {
        let Self { operation, name, transient, on_retry, sleep, call, stage } = self;
        Retry { operation, name, transient, on_retry, sleep, call: call.with_rng(rng), stage }
    }

    /// How to wait. Default: [`TokioSleep`].
    pub fn sleep<W: Sleep>(self, sleep: W) -> Retry<F, A, C, H, R, W> {
        let Self { operation, name, transient, on_retry, call, .. } = self;
        Retry { operation, name, transient, on_retry, sleep, call, stage: Stage::Begin }
    }

    /// The name in events. Default: `retry`.
    pub fn name(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }
}

pin_project! {
    #[project = StageProjection]
    enum Stage<A, P> {
        Begin,
        Attempt { #[pin] attempt: A },
        Wait { #[pin] pause: P },
        Done,
    }
}

impl<F, A, T, E, C, H, R, S> Future for Retry<F, A, C, H, R, S>
where
    F: FnMut() -> A,
    A: Future<Output = Result<T, E>>,
    C: Classify<E>,
    H: Observe<E>,
    R: Rng,
    S: Sleep,
{
    type Output = Result<T, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        loop {
            match this.stage.as_mut().project() {
                StageProjection::Begin => {
                    if H::NEEDS_CLOCK {
                        this.call.start_clock();
                    }
                    begin(this.stage.as_mut(), this.operation);
                }
                StageProjection::Attempt { attempt } => {
                    let outcome = ready!(attempt.poll(context));
                    // As after an `.await`, the attempt is gone before its outcome is looked at.
                    this.stage.set(Stage::Done);
                    let transient = |error: &E| this.transient.classify(error);
                    let on_retry = |event: &RetryEvent<'_, E>| this.on_retry.observe(event);
                    match step(judge(outcome, transient), this.call, this.name, on_retry) {
                        Step::Return(outcome) => return Poll::Ready(outcome),
                        Step::Wait(delay) => this.stage.set(Stage::Wait { pause: this.sleep.sleep(delay) }),
                    }
                }
                StageProjection::Wait { pause } => {
                    ready!(pause.poll(context));
                    begin(this.stage.as_mut(), this.operation);
                }
                StageProjection::Done => panic!("`Retry` polled after it returned"),
            }
        }
    }
}

/// Begins an attempt. What came before is gone by then, as after an `.await`; and if the operation panics the
/// call is over, however it is polled.
fn begin<A, P>(mut stage: Pin<&mut Stage<A, P>>, operation: &mut impl FnMut() -> A) {
    stage.set(Stage::Done);
    let attempt = operation();
    stage.set(Stage::Attempt { attempt });
}

impl<F, A, C, H, R, S: Sleep> fmt::Debug for Retry<F, A, C, H, R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retry").field("name", &self.name).finish_non_exhaustive()
    }
}
