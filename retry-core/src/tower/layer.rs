use std::error::Error;
use std::fmt;

use tower_layer::Layer;

use super::attempts::ByClone;
use super::classify::ByError;
use super::service::RetryService;
use crate::calls::{ByFrom, NoDescription, NoTimeout, Timeout};
use crate::{Retrier, TimedOut, Verdict};

/// A [`Layer`] that retries requests: over a [`Retrier`], and so with its policy, timeout, budget, hooks and name.
///
/// The service below is cloned for each attempt but the first, and asked by `poll_ready` before each. Neither it nor the
/// request has to be `Sync`.
///
/// ```
/// use retry_core::http::verdict;
/// use retry_core::{Retrier, RetryPolicy, Transient, Verdict, tower::RetryLayer};
/// use tower::{BoxError, ServiceBuilder, ServiceExt, service_fn};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let retries = Retrier::new(RetryPolicy::builder().attempts(3).build().unwrap()).with_name("inventory");
/// let layer = RetryLayer::new(retries).classify(|outcome: Result<&http::Response<String>, &BoxError>| match outcome {
///     Ok(response) => verdict(response.status(), response.headers()),
///     Err(error) => retry_core::chain::verdict(error),
/// });
/// let busy = service_fn(async |_request: http::Request<String>| {
///     Ok::<_, BoxError>(http::Response::builder().status(503).body("try later".to_owned()).unwrap())
/// });
/// let service = ServiceBuilder::new().layer(layer).service(busy);
/// // The last response is returned as it is.
/// let response = service.oneshot(http::Request::new(String::new())).await.unwrap();
/// assert_eq!((response.status().as_u16(), response.body().as_str()), (503, "try later"));
/// # }
/// ```
#[derive(Clone)]
pub struct RetryLayer<C = ByError, L = ByFrom, Q = ByClone, D = NoDescription> {
    pub(super) retrier: Retrier,
    pub(super) classify: C,
    pub(super) timeout_error: L,
    pub(super) clone: Q,
    pub(super) description: D,
}

impl RetryLayer {
    /// A layer that asks errors for their [`Transient`](crate::Transient) and clones requests by `Clone`.
    #[must_use]
    pub const fn new(retrier: Retrier) -> Self {
        Self { retrier, classify: ByError, timeout_error: ByFrom, clone: ByClone, description: NoDescription }
    }
}

impl<C, L, Q, D> RetryLayer<C, L, Q, D> {
    /// What an outcome is worth: a closure that gets the response or the error. [`Verdict::Permanent`] on a response accepts
    /// it, so that [`http::verdict`](crate::http::verdict) can be asked about each.
    pub fn classify<N, Response, E>(self, classify: N) -> RetryLayer<N, L, Q, D>
    where
        N: Fn(Result<&Response, &E>) -> Verdict,
    {
        let Self { retrier, timeout_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, clone, description }
    }

    /// How a request is copied for an attempt. One for which it says `None` is sent once.
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy, tower::RetryLayer};
    ///
    /// struct Upload {
    ///     body: Option<Vec<u8>>,
    /// }
    ///
    /// // A body that is streamed from elsewhere is gone after the first attempt.
    /// let layer = RetryLayer::new(Retrier::new(RetryPolicy::default()))
    ///     .clone_request(|upload: &Upload| upload.body.clone().map(|body| Upload { body: Some(body) }));
    /// # let _ = layer;
    /// ```
    pub fn clone_request<N, Request>(self, clone: N) -> RetryLayer<C, L, N, D>
    where
        N: Fn(&Request) -> Option<Request>,
    {
        let Self { retrier, classify, timeout_error, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, clone, description }
    }

    /// Makes the error of an attempt that has taken the retrier's timeout, for errors that cannot be made from [`TimedOut`].
    pub fn timed_out<N, E>(self, timed_out: N) -> RetryLayer<C, N, Q, D>
    where
        N: Fn(TimedOut) -> E,
    {
        let Self { retrier, classify, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error: timed_out, clone, description }
    }

    /// Attempts take as long as they like, whatever the retrier says.
    #[must_use]
    pub fn no_timeout(self) -> RetryLayer<C, NoTimeout, Q, D> {
        let Self { retrier, classify, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error: NoTimeout, clone, description }
    }

    /// How an error is a [`dyn Error`](std::error::Error), so that events have its causes: see
    /// [`Retry::as_error`](crate::Retry::as_error).
    pub fn as_error<N, E>(self, as_error: N) -> RetryLayer<C, L, Q, crate::calls::AsError<N>>
    where
        N: Fn(&E) -> &dyn Error,
    {
        let Self { retrier, classify, timeout_error, clone, .. } = self;
        RetryLayer { retrier, classify, timeout_error, clone, description: crate::calls::AsError(as_error) }
    }
}

impl<S, C: Clone, L: Clone, Q: Clone, D: Clone> Layer<S> for RetryLayer<C, L, Q, D> {
    type Service = RetryService<S, C, L, Q, D>;

    fn layer(&self, service: S) -> Self::Service {
        RetryService { layer: self.clone(), service }
    }
}

impl<C, L, Q, D> fmt::Debug for RetryLayer<C, L, Q, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetryLayer").field("retrier", &self.retrier).finish_non_exhaustive()
    }
}

/// How the error of a timed out attempt is made: by `From<TimedOut>`, by a function, or not at all.
pub trait TimeoutError<O> {
    /// The limits of a call's attempts.
    type Limits;

    /// The limits of one call.
    fn limits(&self) -> Self::Limits;
}

impl<O> TimeoutError<O> for ByFrom {
    type Limits = Timeout<O, ByFrom>;

    fn limits(&self) -> Self::Limits {
        Timeout::new(ByFrom)
    }
}

impl<O> TimeoutError<O> for NoTimeout {
    type Limits = Self;

    fn limits(&self) -> Self {
        NoTimeout
    }
}

impl<T, E, F: Fn(TimedOut) -> E + Clone> TimeoutError<Result<T, E>> for F {
    type Limits = Timeout<Result<T, E>, F>;

    fn limits(&self) -> Self::Limits {
        Timeout::new(self.clone())
    }
}
