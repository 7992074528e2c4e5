#![expect(clippy::type_complexity, reason = "the types of methods that are to be chained")]

use core::fmt;

use pin_project_lite::pin_project;

use super::attempts::Attempts;
use super::options::{CallOptions, NoOptions};
use super::shared::{AsBudget, Shared};
use crate::decision::{BudgetToken, SharedBudget};
use crate::engine::call::{CALL, Call};
use crate::engine::failed::HookAnswer;
use crate::engine::outcome::{Acceptance, Answer};
use crate::engine::{GiveUpEvent, RetryEvent};

pin_project! {
    /// A call that can be configured and then made; from the methods of [`RetryPolicy`](crate::RetryPolicy) and
    /// [`Retrier`](crate::Retrier) in this table.
    ///
    /// | from | the attempts | how to make the call |
    /// |---|---|---|
    /// | [`retry`](crate::RetryPolicy::retry) | a closure that returns a future | `.await` |
    /// | [`retry_async_closure`](crate::RetryPolicy::retry_async_closure) | an async closure | `run().await` |
    /// | [`retry_blocking`](crate::RetryPolicy::retry_blocking) | a closure that blocks | `run()` |
    /// | [`start`](crate::RetryPolicy::start) | your own loop | `next(outcome)` and `wait().await` |
    /// | [`start_blocking`](crate::RetryPolicy::start_blocking) | your own loop that blocks | `next(outcome)` and `block()` |
    ///
    /// A call that is dropped makes no further attempt.
    ///
    /// # Panics
    ///
    /// The future panics if it is polled after it has returned. It also panics if it is polled after a panic in the
    /// closure, the predicate or a hook. After a panic in the future of an attempt or of a wait it polls that future
    /// again; an `async` block panics then.
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
    pub struct Retry<'b, A, O> {
        pub(super) shared: Shared<'b>,
        pub(super) call: Call,
        pub(super) token: BudgetToken<SharedBudget<'b>>,
        pub(super) options: O,
        #[pin]
        pub(super) attempts: A,
    }
}

impl<'b, A: Attempts> Retry<'b, A, NoOptions<A::Value, A::Error>> {
    pub(super) fn new(mut shared: Shared<'b>, attempts: A) -> Self {
        if shared.name.given().is_none() {
            shared.name = A::NAME;
        }
        Self::from_parts(shared, CallOptions::new(), attempts)
    }
}

impl<'b, A, O> Retry<'b, A, O> {
    pub(crate) fn from_parts(shared: Shared<'b>, options: O, attempts: A) -> Self {
        Self { shared, call: CALL, token: BudgetToken::held(None), options, attempts }
    }
}

impl<'b, A: Attempts, P, U, H, G, R, D, K> Retry<'b, A, CallOptions<P, U, H, G, R, D, K>> {
    /// Sets the predicate, which says whether an error is transient: by a `bool` or a [`Verdict`](crate::Verdict).
    ///
    /// Default: the error's own [`Transient`](crate::Transient) implementation. The predicate is called once for each
    /// error.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// let mut attempts = 0;
    /// let call = RetryPolicy::default().retry_blocking(|| {
    ///     attempts += 1;
    ///     Err::<(), _>("declined")
    /// });
    /// assert_eq!(call.transient(|error| *error == "busy").run(), Err("declined"));
    /// assert_eq!(attempts, 1);
    /// ```
    pub fn transient<N, V>(self, transient: N) -> Retry<'b, A, CallOptions<N, U, H, G, R, D, K>>
    where
        N: FnMut(&A::Error) -> V,
        V: Answer,
    {
        self.with_options(|CallOptions { until, on_retry, on_give_up, rng, description, clock, .. }| CallOptions {
            transient,
            until,
            on_retry,
            on_give_up,
            rng,
            description,
            clock,
        })
    }

    /// Sets a condition on the value: a value that the condition does not accept is retried like an error.
    ///
    /// `true` accepts the value, and `false` is like a transient error. The condition may return a
    /// [`Verdict`](crate::Verdict) instead, and the call treats the value like an error with that verdict. Only
    /// `Verdict::Permanent` accepts the value, so that a verdict on a whole response can be the condition. If the call
    /// gives up, it returns the last value unchanged. Default: every value is accepted.
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
    pub fn until<N, V>(self, until: N) -> Retry<'b, A, CallOptions<P, N, H, G, R, D, K>>
    where
        N: FnMut(&A::Value) -> V,
        V: Acceptance,
    {
        self.with_options(|CallOptions { transient, on_retry, on_give_up, rng, description, clock, .. }| {
            let until = Some(until);
            CallOptions { transient, until, on_retry, on_give_up, rng, description, clock }
        })
    }

    /// Sets a hook that is called after each failed attempt that another attempt follows, before the wait.
    ///
    /// A panic in the hook unwinds to the caller.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut failed = Vec::new();
    /// let call = RetryPolicy::default().with_attempts(3).retry(async || Err::<(), _>("busy")).transient(|_| true);
    /// assert_eq!(call.on_retry(|event| failed.push(event.attempt)).await, Err("busy"));
    /// assert_eq!(failed, [1, 2]);
    /// # }
    /// ```
    pub fn on_retry<N, V>(self, on_retry: N) -> Retry<'b, A, CallOptions<P, U, N, G, R, D, K>>
    where
        N: FnMut(&RetryEvent<'_, A::Error>) -> V,
        V: HookAnswer,
    {
        self.with_options(|CallOptions { transient, until, on_give_up, rng, description, clock, .. }| {
            let on_retry = Some(on_retry);
            CallOptions { transient, until, on_retry, on_give_up, rng, description, clock }
        })
    }

    /// Sets a hook that is called when the call gives up, for any reason, before the outcome is returned.
    ///
    /// A permanent error of the first attempt counts too. A panic in the hook unwinds to the caller.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, GiveUpReason};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut reason = None;
    /// let call = RetryPolicy::default().retry(async || Err::<(), _>("busy")).transient(|_| true);
    /// assert_eq!(call.on_give_up(|event| reason = Some(event.reason)).await, Err("busy"));
    /// assert_eq!(reason, Some(GiveUpReason::Attempts));
    /// # }
    /// ```
    pub fn on_give_up<N, V>(self, on_give_up: N) -> Retry<'b, A, CallOptions<P, U, H, N, R, D, K>>
    where
        N: FnMut(&GiveUpEvent<'_, A::Error>) -> V,
        V: HookAnswer,
    {
        self.with_options(|CallOptions { transient, until, on_retry, rng, description, clock, .. }| {
            let on_give_up = Some(on_give_up);
            CallOptions { transient, until, on_retry, on_give_up, rng, description, clock }
        })
    }

    /// Sets the [budget](crate::RetryBudget) that this call shares with others. `None` sets no budget.
    ///
    /// It replaces the budget of the call's [`Retrier`](crate::Retrier).
    ///
    /// ```
    /// use retry_core::{RetryBudget, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let budget = RetryBudget::new(2, 0.1);
    /// let mut attempts = 0;
    /// let outcome = RetryPolicy::default()
    ///     .retry(|| {
    ///         attempts += 1;
    ///         std::future::ready(Err::<(), _>("busy"))
    ///     })
    ///     .transient(|_| true)
    ///     .budget(&budget)
    ///     .await;
    /// assert_eq!((outcome, attempts), (Err("busy"), 3));
    /// # }
    /// ```
    pub fn budget(mut self, budget: impl AsBudget<'b>) -> Self {
        self.shared.budget = budget.budget().map(SharedBudget::Borrowed);
        self
    }

    pub(super) fn with_options<O>(self, change: impl FnOnce(CallOptions<P, U, H, G, R, D, K>) -> O) -> Retry<'b, A, O> {
        let Self { shared, call, token, options, attempts } = self;
        Retry { shared, call, token, options: change(options), attempts }
    }
}

impl<'b, A, O> Retry<'b, A, O> {
    /// The same call with other attempts.
    pub(super) fn with_attempts<N>(self, change: impl FnOnce(A) -> N) -> Retry<'b, N, O> {
        let Self { shared, call, token, options, attempts } = self;
        Retry { shared, call, token, options, attempts: change(attempts) }
    }
}

impl<A, O> fmt::Debug for Retry<'_, A, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retry").field("name", &self.shared.name.get()).finish_non_exhaustive()
    }
}
