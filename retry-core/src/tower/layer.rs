//! The layer: the settings of a `RetryService`.

use core::error::Error;
use core::fmt;

use super::attempts::ByClone;
use super::classify::ByError;
use crate::calls::{AsError, Breaker, ByFrom, NoBreaker, NoDescription, NoTimeout, Timeout};
use crate::{BreakerOpen, Retrier, TimedOut, Verdict};

/// A [`Layer`](tower_layer::Layer) that retries requests with the policy, timeout, budget, breaker, hooks and name of a [`Retrier`].
///
/// The first attempt uses the inner service that the caller has polled to be ready. Every other attempt clones the
/// inner service and waits for the clone's `poll_ready`. Neither the service nor the request has to be `Sync`.
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
    /// A layer that judges errors by their [`Transient`](crate::Transient) and copies requests with `Clone`.
    ///
    /// The retrier may hold a timeout. So the error of the service has to implement `From<`[`TimedOut`]`>`, or the
    /// layer needs [`timed_out`](Self::timed_out) or [`no_timeout`](Self::no_timeout). The retrier may hold a breaker
    /// too. So the error has to implement `From<`[`BreakerOpen`]`>`, or the layer needs
    /// [`breaker_open`](Self::breaker_open) or [`no_breaker`](Self::no_breaker). [`std::io::Error`] and boxed errors
    /// implement both.
    ///
    /// ```
    /// use std::io;
    /// use retry_core::{Retrier, RetryPolicy, tower::RetryLayer};
    /// use tower::{ServiceBuilder, ServiceExt, service_fn};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let layer = RetryLayer::new(Retrier::new(RetryPolicy::default()));
    /// let down = service_fn(async |_: ()| Err::<(), _>(io::Error::from(io::ErrorKind::ConnectionRefused)));
    /// let error = ServiceBuilder::new().layer(layer).service(down).oneshot(()).await.unwrap_err();
    /// assert_eq!(error.kind(), io::ErrorKind::ConnectionRefused);
    /// # }
    /// ```
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
    /// Sets the verdict on an outcome: a closure that gets the response or the error.
    ///
    /// [`Verdict::Permanent`] on a response accepts the response. So a closure can ask
    /// [`http::verdict`](crate::http::verdict) about every response, as the example of [`RetryLayer`] does.
    pub fn classify<N, Response, E>(self, classify: N) -> RetryLayer<N, L, B, Q, D>
    where
        N: Fn(Result<&Response, &E>) -> Verdict,
    {
        let Self { retrier, timeout_error, breaker_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error, clone, description }
    }

    /// Sets how a request is copied for the next attempt. If the closure returns `None`, the request is sent once.
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

    /// Sets how the error of a timed-out attempt is made, if the error type does not implement `From<`[`TimedOut`]`>`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{Retrier, RetryPolicy, Verdict, tower::RetryLayer};
    /// use tower::{ServiceBuilder, ServiceExt, service_fn};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let retrier = Retrier::new(RetryPolicy::default()).with_timeout(Duration::from_secs(1));
    /// let layer = RetryLayer::new(retrier)
    ///     .classify(|outcome: Result<&(), &String>| Verdict::from(outcome.is_err()))
    ///     .timed_out(|timed_out| timed_out.to_string())
    ///     .no_breaker();
    /// let slow = service_fn(|_: ()| std::future::pending::<Result<(), String>>());
    /// let error = ServiceBuilder::new().layer(layer).service(slow).oneshot(()).await.unwrap_err();
    /// assert_eq!(error, "the attempt timed out after 1s");
    /// # }
    /// ```
    pub fn timed_out<N, E>(self, timed_out: N) -> RetryLayer<C, N, B, Q, D>
    where
        N: Fn(TimedOut) -> E,
    {
        let Self { retrier, classify, breaker_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error: timed_out, breaker_error, clone, description }
    }

    /// Ignores the timeout of the retrier: an attempt may take any time.
    #[must_use]
    pub fn no_timeout(self) -> RetryLayer<C, NoTimeout, B, Q, D> {
        let Self { retrier, classify, breaker_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error: NoTimeout, breaker_error, clone, description }
    }

    /// Sets how the error of a request is made whose first attempt the breaker refuses, if the error type does not
    /// implement `From<`[`BreakerOpen`]`>`.
    ///
    /// ```
    /// use retry_core::{CircuitBreaker, Retrier, RetryPolicy, Verdict, tower::RetryLayer};
    /// use tower::{ServiceBuilder, ServiceExt, service_fn};
    ///
    /// static STOCK: CircuitBreaker = CircuitBreaker::builder().name("stock").consecutive_failures(1).build_const();
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), retry_core::BreakerOpen> {
    /// STOCK.permit()?.failed();
    /// let layer = RetryLayer::new(Retrier::new(RetryPolicy::default()).with_breaker(&STOCK))
    ///     .classify(|outcome: Result<&(), &String>| Verdict::from(outcome.is_err()))
    ///     .no_timeout()
    ///     .breaker_open(|open| format!("{} is down", open.name()));
    /// let service = ServiceBuilder::new().layer(layer).service(service_fn(async |_: ()| Ok::<(), String>(())));
    /// assert_eq!(service.oneshot(()).await, Err("stock is down".to_owned()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn breaker_open<N, E>(self, breaker_open: N) -> RetryLayer<C, L, N, Q, D>
    where
        N: Fn(BreakerOpen) -> E,
    {
        let Self { retrier, classify, timeout_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error: breaker_open, clone, description }
    }

    /// Ignores the breaker of the retrier: every attempt is made.
    #[must_use]
    pub fn no_breaker(self) -> RetryLayer<C, L, NoBreaker, Q, D> {
        let Self { retrier, classify, timeout_error, clone, description, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error: NoBreaker, clone, description }
    }

    /// Sets how an error becomes a [`dyn Error`](std::error::Error), so that events have its causes; see
    /// [`Retry::as_error`](crate::Retry::as_error).
    pub fn as_error<N, E>(self, as_error: N) -> RetryLayer<C, L, B, Q, AsError<N>>
    where
        N: Fn(&E) -> &dyn Error,
    {
        let Self { retrier, classify, timeout_error, breaker_error, clone, .. } = self;
        RetryLayer { retrier, classify, timeout_error, breaker_error, clone, description: AsError(as_error) }
    }
}

impl<C, L, B, Q, D> fmt::Debug for RetryLayer<C, L, B, Q, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetryLayer").field("retrier", &self.retrier).finish_non_exhaustive()
    }
}

/// How a layer makes the error of a timed-out attempt: with `From<TimedOut>`, with a function, or not at all.
///
/// The implementors are what [`RetryLayer::new`], [`RetryLayer::timed_out`] and [`RetryLayer::no_timeout`] set.
pub trait TimeoutError<E> {
    /// The timeout of one call.
    type Timeout;

    /// Makes the timeout of one call.
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

/// How a layer makes the error of a refused request: with `From<BreakerOpen>`, with a function, or not at all.
///
/// The implementors are what [`RetryLayer::new`], [`RetryLayer::breaker_open`] and [`RetryLayer::no_breaker`] set.
pub trait BreakerError<E> {
    /// The breaker of one call.
    type Breaker;

    /// Makes the breaker of one call.
    fn breaker(&self, retrier: &Retrier) -> Self::Breaker;
}

impl<E> BreakerError<E> for ByFrom {
    type Breaker = Breaker<'static, ByFrom>;

    fn breaker(&self, retrier: &Retrier) -> Self::Breaker {
        Breaker::with_error(retrier.breaker.clone(), ByFrom)
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
        Breaker::with_error(retrier.breaker.clone(), self.clone())
    }
}
