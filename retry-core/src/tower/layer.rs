use core::error::Error;
use core::fmt;

use tower_layer::Layer;

use super::attempts::ByClone;
use super::classify::ByError;
use super::service::RetryService;
use crate::calls::{AsError, Breaker, ByFrom, NoBreaker, NoDescription, NoTimeout, Timeout};
use crate::{BreakerOpen, Retrier, TimedOut, Verdict};

/// A [`Layer`] that retries requests: over a [`Retrier`], and so with its policy, timeout, budget, breaker,
/// hooks and name.
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
pub struct RetryLayer<C = ByError, L = ByFrom, B = ByFrom, Q = ByClone, D = NoDescription> {
    pub(super) retrier: Retrier,
    pub(super) classify: C,
    pub(super) timeout_error: L,
    pub(super) breaker_error: B,
    pub(super) clone: Q,
    pub(super) description: D,
}

impl RetryLayer {
    /// A layer that asks errors for their [`Transient`](crate::Transient) and clones requests by `Clone`.
    ///
    /// As the retrier may hold a timeout and a breaker, the error of the service has to be made from [`TimedOut`] and from
    /// [`BreakerOpen`], unless [`timed_out`](Self::timed_out) and [`breaker_open`](Self::breaker_open) make it or
    /// [`no_timeout`](Self::no_timeout) and [`no_breaker`](Self::no_breaker) do without. [`std::io::Error`] and boxed errors
    /// can be made from both.
    #[must_use]
    pub const fn new(retrier: Retrier) -> Self {
        Self {
            retrier,
            classify: ByError,
            timeout_error: ByFrom,
            breaker_error: ByFrom,
            clone: ByClone,
            description: NoDescription,
        }
    }
}

impl<C, L, B, Q, D> RetryLayer<C, L, B, Q, D> {
    /// What an outcome is worth: a closure that gets the response or the error. [`Verdict::Permanent`] on a response accepts
    /// it, so that [`http::verdict`](crate::http::verdict) can be asked about each.
    pub fn classify<N, Response, E>(self, classify: N) -> RetryLayer<N, L, B, Q, D>
    where
        N: Fn(Result<&Response, &E>) -> Verdict,
    {
        let Self { retrier, timeout_error, breaker_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error, clone, description }
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
    pub fn clone_request<N, Request>(self, clone: N) -> RetryLayer<C, L, B, N, D>
    where
        N: Fn(&Request) -> Option<Request>,
    {
        let Self { retrier, classify, timeout_error, breaker_error, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error, clone, description }
    }

    /// Makes the error of an attempt that has taken the retrier's timeout, for errors that cannot be made from [`TimedOut`].
    pub fn timed_out<N, E>(self, timed_out: N) -> RetryLayer<C, N, B, Q, D>
    where
        N: Fn(TimedOut) -> E,
    {
        let Self { retrier, classify, breaker_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error: timed_out, breaker_error, clone, description }
    }

    /// Attempts take as long as they like, whatever the retrier says.
    #[must_use]
    pub fn no_timeout(self) -> RetryLayer<C, NoTimeout, B, Q, D> {
        let Self { retrier, classify, breaker_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error: NoTimeout, breaker_error, clone, description }
    }

    /// Makes the error of a request whose first attempt the retrier's breaker refuses, for errors that cannot be made from
    /// [`BreakerOpen`].
    pub fn breaker_open<N, E>(self, breaker_open: N) -> RetryLayer<C, L, N, Q, D>
    where
        N: Fn(BreakerOpen) -> E,
    {
        let Self { retrier, classify, timeout_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error: breaker_open, clone, description }
    }

    /// Attempts ask no breaker, whatever the retrier says.
    #[must_use]
    pub fn no_breaker(self) -> RetryLayer<C, L, NoBreaker, Q, D> {
        let Self { retrier, classify, timeout_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error: NoBreaker, clone, description }
    }

    /// How an error is a [`dyn Error`](std::error::Error), so that events have its causes: see
    /// [`Retry::as_error`](crate::Retry::as_error).
    pub fn as_error<N, E>(self, as_error: N) -> RetryLayer<C, L, B, Q, AsError<N>>
    where
        N: Fn(&E) -> &dyn Error,
    {
        let Self { retrier, classify, timeout_error, breaker_error, clone, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error, clone, description: AsError(as_error) }
    }
}

impl<S, C: Clone, L: Clone, B: Clone, Q: Clone, D: Clone> Layer<S> for RetryLayer<C, L, B, Q, D> {
    type Service = RetryService<S, C, L, B, Q, D>;

    fn layer(&self, service: S) -> Self::Service {
        RetryService { layer: self.clone(), service }
    }
}

impl<C, L, B, Q, D> fmt::Debug for RetryLayer<C, L, B, Q, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetryLayer").field("retrier", &self.retrier).finish_non_exhaustive()
    }
}

/// How the error of an attempt that has taken its timeout is made: by `From<TimedOut>`, by a function, or not at all.
pub trait TimeoutError<E> {
    /// The timeout of one call.
    type Timeout;

    /// The timeout of one call.
    fn timeout(&self) -> Self::Timeout;
}

impl<E> TimeoutError<E> for ByFrom {
    type Timeout = Timeout<ByFrom>;

    fn timeout(&self) -> Self::Timeout {
        Timeout::new(ByFrom)
    }
}

impl<E> TimeoutError<E> for NoTimeout {
    type Timeout = Self;

    fn timeout(&self) -> Self {
        NoTimeout
    }
}

impl<E, F: Fn(TimedOut) -> E + Clone> TimeoutError<E> for F {
    type Timeout = Timeout<F>;

    fn timeout(&self) -> Self::Timeout {
        Timeout::new(self.clone())
    }
}

/// How the error of a refused request is made: by `From<BreakerOpen>`, by a function, or not at all.
pub trait BreakerError<E> {
    /// The breaker of one call.
    type Breaker;

    /// The breaker of one call.
    fn breaker(&self, retrier: &Retrier) -> Self::Breaker;
}

impl<E> BreakerError<E> for ByFrom {
    type Breaker = Breaker<'static, ByFrom>;

    fn breaker(&self, retrier: &Retrier) -> Self::Breaker {
        Breaker::made_by(retrier.breaker.clone(), ByFrom)
    }
}

impl<E> BreakerError<E> for NoBreaker {
    type Breaker = Self;

    fn breaker(&self, _retrier: &Retrier) -> Self {
        NoBreaker
    }
}

impl<E, F: Fn(BreakerOpen) -> E + Clone> BreakerError<E> for F {
    type Breaker = Breaker<'static, F>;

    fn breaker(&self, retrier: &Retrier) -> Self::Breaker {
        Breaker::made_by(retrier.breaker.clone(), self.clone())
    }
}
