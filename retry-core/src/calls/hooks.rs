//! The hooks of a call, and how they describe its errors.
#![expect(clippy::type_complexity, reason = "the types of methods that are to be chained")]

use core::error::Error;

use super::options::{AsError, CallOptions};
use super::retry::{Attempts, Retry};
use crate::engine::failed::HookAnswer;
use crate::engine::{GiveUpEvent, RetryEvent};

impl<'b, A: Attempts, P, U, H, G, R, D, K> Retry<'b, A, CallOptions<P, U, H, G, R, D, K>> {
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

    /// Sets how an error becomes a [`dyn Error`](std::error::Error), so that events have the error's causes.
    ///
    /// The text of an event then has the causes, and the events of the feature `tracing` have the field `error`. An
    /// annotated function needs no such option.
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
}
