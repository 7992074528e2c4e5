//! How a call appears in events, logs and metrics: its name, and the text of its errors.

use core::error::Error;

use super::attempts::Attempts;
use super::options::{AsError, CallOptions};
use super::retry::Retry;
use crate::engine::name::Name;

impl<'b, A: Attempts, P, U, H, G, R, D, K> Retry<'b, A, CallOptions<P, U, H, G, R, D, K>> {
    /// Sets the name of the call in events, logs and metrics.
    ///
    /// Default: the name of the [`Retrier`](crate::Retrier). If it has none, the path of the function that contains the
    /// closure. A loop written by hand and a boxed closure have the name `retry`.
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
