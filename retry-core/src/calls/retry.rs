#![expect(clippy::type_complexity, reason = "the types of methods that are to be chained")]

use core::error::Error;
use core::fmt;

use pin_project_lite::pin_project;
use rand::Rng;

use super::options::{AsError, CallOptions, NoOptions};
use super::shared::{AsBudget, Shared};
use crate::decision::{BudgetToken, SharedBudget};
use crate::engine::call::{CALL, Call};
use crate::engine::failed::HookAnswer;
use crate::engine::name::Name;
use crate::engine::outcome::{Acceptance, Answer};
use crate::engine::{GiveUpEvent, RetryEvent};

/// What makes the attempts of a call.
pub trait Attempts {
    type Value;
    type Error;

    /// The name of a call that is given none.
    const NAME: Name = Name::NONE;
}

pin_project! {
    /// A call that can be configured and made; from [`RetryPolicy::retry`](crate::RetryPolicy::retry) and its
    /// kin, or from those of a [`Retrier`](crate::Retrier).
    ///
    /// | from | attempts are made by | the call is made by |
    /// |---|---|---|
    /// | [`retry`](crate::RetryPolicy::retry) | a closure that returns a future | awaiting this |
    /// | [`retry_async_closure`](crate::RetryPolicy::retry_async_closure) | an async closure | `run().await` |
    /// | [`retry_blocking`](crate::RetryPolicy::retry_blocking) | a closure that blocks | `run()` |
    /// | [`start`](crate::RetryPolicy::start) | your own loop | `next(outcome)` and `wait().await` |
    /// | [`start_blocking`](crate::RetryPolicy::start_blocking) | your own loop that blocks | `next(outcome)` and `wait()` |
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
        Self::of(shared, CallOptions::new(), attempts)
    }
}

impl<'b, A, O> Retry<'b, A, O> {
    pub(crate) fn of(shared: Shared<'b>, options: O, attempts: A) -> Self {
        Self { shared, call: CALL, token: BudgetToken::held(None), options, attempts }
    }
}

impl<'b, A: Attempts, P, U, H, G, R, D, K> Retry<'b, A, CallOptions<P, U, H, G, R, D, K>> {
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

    /// What a value has to be: one for which it says `false` is tried again like a transient error, and one for which
    /// it says a [`Verdict`](crate::Verdict) like an error with that verdict, whose hint is obeyed.
    /// `Verdict::Permanent` accepts the value, as `true` does: a verdict on a whole response says so of a success too.
    /// When the call gives up, the last value is returned as it is.
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

    /// Called after each failed attempt that will be followed by another, before the wait. A panic in it is
    /// the caller's and passes through.
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

    /// Called when the last attempt has failed, before its outcome is returned, whatever the reason. A panic in it
    /// is the caller's and passes through.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, GiveUpReason};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut stopped = None;
    /// let call = RetryPolicy::default().retry(async || Err::<(), _>("busy")).transient(|_| true);
    /// assert_eq!(call.on_give_up(|event| stopped = Some(event.reason)).await, Err("busy"));
    /// assert_eq!(stopped, Some(GiveUpReason::Attempts));
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

    /// The random source of the jitter, for a schedule that a seed reproduces. Default: one that no other call can
    /// disturb.
    pub fn rng<N>(self, rng: N) -> Retry<'b, A, CallOptions<P, U, H, G, N, D, K>>
    where
        N: Rng,
    {
        self.with_options(|CallOptions { transient, until, on_retry, on_give_up, description, clock, .. }| {
            CallOptions { transient, until, on_retry, on_give_up, rng, description, clock }
        })
    }

    /// The budget that this call shares with others, in place of that of its [`Retrier`](crate::Retrier). `None` for none.
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
    pub fn budget(mut self, budget: impl AsBudget<'b>) -> Self {
        self.shared.budget = budget.budget().map(SharedBudget::Borrowed);
        self
    }

    /// How an error is a [`dyn Error`](std::error::Error). Then the text of events has its causes, and the feature
    /// `tracing` tells it as `error`.
    ///
    /// An annotated function finds that out by itself; here the types do not tell.
    ///
    /// ```
    /// use std::io::Error;
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut lines = Vec::new();
    /// let call = RetryPolicy::default().retry(async || Err::<(), _>(anyhow::anyhow!("reset").context("cannot fetch")));
    /// let call = call.name("fetch").transient(|_| false).as_error(|error| &**error).on_give_up(|event| lines.push(event.to_string()));
    /// assert!(call.await.is_err());
    /// assert_eq!(lines, ["fetch: gave up after attempt 1 and 0ns: the error is permanent: cannot fetch: reset"]);
    /// # }
    /// ```
    #[expect(clippy::type_complexity, reason = "the type of a method that is to be chained")]
    pub fn as_error<F>(self, as_error: F) -> Retry<'b, A, CallOptions<P, U, H, G, R, AsError<F>, K>>
    where
        F: Fn(&A::Error) -> &dyn Error,
    {
        self.with_options(|CallOptions { transient, until, on_retry, on_give_up, rng, clock, .. }| {
            let description = AsError(as_error);
            CallOptions { transient, until, on_retry, on_give_up, rng, description, clock }
        })
    }

    /// The name in events. Default: that of the [`Retrier`](crate::Retrier), or else the path of the function that the
    /// closure is written in, as of an annotated function. Of a loop written by hand, and of a closure in a box, it is
    /// `retry`.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// mod client {
    ///     pub(crate) fn lock() -> Vec<&'static str> {
    ///         let mut names = Vec::new();
    ///         let call = retry_core::RetryPolicy::default().retry_blocking(|| Err::<(), _>("locked"));
    ///         let _ = call.transient(|_| false).on_give_up(|event| names.push(event.name)).run();
    ///         names
    ///     }
    /// }
    ///
    /// assert!(client::lock()[0].ends_with("client::lock"));
    ///
    /// let mut names = Vec::new();
    /// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("locked")).name("inventory");
    /// let _ = call.transient(|_| false).on_give_up(|event| names.push(event.name)).run();
    /// assert_eq!(names, ["inventory"]);
    /// ```
    pub fn name(mut self, name: &'static str) -> Self {
        self.shared.name = Name::Given(name);
        self
    }

    pub(super) fn with_options<O>(self, change: impl FnOnce(CallOptions<P, U, H, G, R, D, K>) -> O) -> Retry<'b, A, O> {
        let Self { shared, call, token, options, attempts } = self;
        Retry { shared, call, token, options: change(options), attempts }
    }
}

impl<'b, A, O> Retry<'b, A, O> {
    /// The same call with attempts that are made in another way.
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
