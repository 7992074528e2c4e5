use std::fmt;
use std::time::Duration;

use pin_project_lite::pin_project;
use rand::Rng;

use super::configured::Configured;
use super::event::{GiveUpEvent, RetryEvent};
use super::observers::Given;
use super::operations::Operation;
use super::outcome::Answer;
use super::returning::Stage;
use super::timeout::TimedOut;
use super::{Sleep, TokioSleep};
use crate::decision::RetryBudget;
use crate::policy::RetryPolicy;

/// The time an attempt may take, and how its error is made when it takes longer.
pub(super) type Timeout<E> = Option<(Duration, fn(TimedOut) -> E)>;

pin_project! {
    /// A call that can be configured and made; from [`RetryPolicy::retry`](crate::RetryPolicy::retry) and its
    /// kin.
    ///
    /// | from | attempts are | made by |
    /// |---|---|---|
    /// | [`retry`](crate::RetryPolicy::retry) | a closure that returns a future | awaiting this |
    /// | [`retry_lending`](crate::RetryPolicy::retry_lending) | an async closure that may lend | `run().await` |
    /// | [`retry_blocking`](crate::RetryPolicy::retry_blocking) | a closure that blocks | `run()` |
    /// | [`start`](crate::RetryPolicy::start) | your own loop's | `next(outcome)`, once per attempt |
    ///
    /// Dropping it, also while it waits, makes no further attempt.
    ///
    /// # Panics
    ///
    /// When polled again after it has returned, or after a panic that an attempt's future did not make. That one is
    /// polled again, and panics as well if it is an `async` block.
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
    #[must_use = "nothing is called until this is awaited, run or asked what is next"]
    pub struct Retry<'b, O, W, S = TokioSleep>
    where
        O: Operation,
        S: Sleep,
    {
        pub(super) operation: O,
        pub(super) configured: W,
        pub(super) timeout: Timeout<O::Error>,
        pub(super) sleep: S,
        #[pin]
        pub(super) stage: Stage<'b, O::Attempt, O::Error, S::Pause>,
    }
}

impl<'b, O: Operation> Retry<'b, O, Configured<'b>> {
    pub(super) fn new(policy: RetryPolicy, operation: O) -> Self {
        Self { operation, configured: Configured::new(policy), timeout: None, sleep: TokioSleep, stage: Stage::Begin }
    }
}

impl<'b, O: Operation, C, U, H, G, R, S: Sleep> Retry<'b, O, Configured<'b, C, U, H, G, R>, S> {
    /// What is worth another attempt: a `bool` or a [`Verdict`](crate::Verdict) for the error. Without it the
    /// error's own [`Transient`](crate::Transient) implementation says.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// let mut calls = 0;
    /// let call = RetryPolicy::default().retry_blocking(|| {
    ///     calls += 1;
    ///     Err::<(), _>("declined")
    /// });
    /// assert_eq!(call.transient(|error| *error == "busy").run(), Err("declined"));
    /// assert_eq!(calls, 1);
    /// ```
    pub fn transient<P, V>(self, transient: P) -> Retry<'b, O, Configured<'b, Given<P>, U, H, G, R>, S>
    where
        P: FnMut(&O::Error) -> V,
        V: Answer,
    {
        self.configure(|Configured { policy, name, until, on_retry, on_give_up, rng, budget, call, .. }| {
            let transient = Given(transient);
            Configured { policy, name, transient, until, on_retry, on_give_up, rng, budget, call }
        })
    }

    /// What a value has to be: one for which it says `false` is tried again like a transient error. When the call
    /// stops, the last one is returned as it is.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut done = 0;
    /// let progress = RetryPolicy::default()
    ///     .retry(|| {
    ///         done += 40;
    ///         std::future::ready(Ok::<_, std::io::Error>(done))
    ///     })
    ///     .until(|percent| *percent >= 100)
    ///     .await;
    /// assert_eq!(progress.unwrap(), 120);
    /// # }
    /// ```
    pub fn until<P>(self, until: P) -> Retry<'b, O, Configured<'b, C, Given<P>, H, G, R>, S>
    where
        P: FnMut(&O::Value) -> bool,
    {
        self.configure(|Configured { policy, name, transient, on_retry, on_give_up, rng, budget, call, .. }| {
            let until = Given(until);
            Configured { policy, name, transient, until, on_retry, on_give_up, rng, budget, call }
        })
    }

    /// Called after each failed attempt that will be followed by another, before the wait. A panic in it is
    /// the caller's and passes through.
    pub fn on_retry<F>(self, on_retry: F) -> Retry<'b, O, Configured<'b, C, U, Given<F>, G, R>, S>
    where
        F: FnMut(&RetryEvent<'_, O::Error>),
    {
        self.configure(|Configured { policy, name, transient, until, on_give_up, rng, budget, call, .. }| {
            let on_retry = Given(on_retry);
            Configured { policy, name, transient, until, on_retry, on_give_up, rng, budget, call }
        })
    }

    /// Called when the last attempt has failed, before its outcome is returned, whatever the reason. A panic in it
    /// is the caller's and passes through.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, StopReason};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut stopped = None;
    /// let call = RetryPolicy::default().retry(async || Err::<(), _>("busy")).transient(|_| true);
    /// assert_eq!(call.on_give_up(|event| stopped = Some(event.reason)).await, Err("busy"));
    /// assert_eq!(stopped, Some(StopReason::Attempts));
    /// # }
    /// ```
    pub fn on_give_up<F>(self, on_give_up: F) -> Retry<'b, O, Configured<'b, C, U, H, Given<F>, R>, S>
    where
        F: FnMut(&GiveUpEvent<'_, O::Error>),
    {
        self.configure(|Configured { policy, name, transient, until, on_retry, rng, budget, call, .. }| {
            let on_give_up = Given(on_give_up);
            Configured { policy, name, transient, until, on_retry, on_give_up, rng, budget, call }
        })
    }

    /// The random source of the jitter, for a schedule that a seed reproduces. Default: one that no other call can
    /// disturb.
    pub fn rng<N: Rng>(self, rng: N) -> Retry<'b, O, Configured<'b, C, U, H, G, Given<N>>, S> {
        self.configure(|Configured { policy, name, transient, until, on_retry, on_give_up, budget, call, .. }| {
            let rng = Given(rng);
            Configured { policy, name, transient, until, on_retry, on_give_up, rng, budget, call }
        })
    }

    /// The budget that this call shares with others.
    ///
    /// ```
    /// use retry_core::{RetryBudget, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let budget = RetryBudget::new(2, 0.1);
    /// let mut calls = 0;
    /// let outcome = RetryPolicy::default()
    ///     .retry(|| {
    ///         calls += 1;
    ///         std::future::ready(Err::<(), _>("busy"))
    ///     })
    ///     .transient(|_| true)
    ///     .budget(&budget)
    ///     .await;
    /// assert_eq!((outcome, calls), (Err("busy"), 3));
    /// # }
    /// ```
    pub fn budget(mut self, budget: &'b RetryBudget) -> Self {
        self.configured.budget = Some(budget);
        self
    }

    /// The name in events. Default: `retry`.
    pub fn name(mut self, name: &'static str) -> Self {
        self.configured.name = name;
        self
    }

    fn configure<W>(self, change: impl FnOnce(Configured<'b, C, U, H, G, R>) -> W) -> Retry<'b, O, W, S> {
        let Self { operation, configured, timeout, sleep, stage } = self;
        Retry { operation, configured: change(configured), timeout, sleep, stage }
    }
}

impl<O: Operation, C, U, H, G, R, S: Sleep> fmt::Debug for Retry<'_, O, Configured<'_, C, U, H, G, R>, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retry").field("name", &self.configured.name).finish_non_exhaustive()
    }
}
