//! The service: a call for each request.

use core::future::Future;
use core::mem;
use core::pin::Pin;
use core::task::{Context, Poll};

use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use super::attempts::{Attempt, CloneRequest, RequestAttempts};
use super::classify::{Classify, Half};
use super::layer::{BreakerError, RetryLayer, TimeoutError};
use crate::calls::{CallOptions, Description, Futures, Guard, Limited, Retry, RuntimeTimer, SystemClock, TimeLimit};
use crate::engine::random::SystemRng;
use crate::engine::{GiveUpEvent, RetryEvent};

/// A service that retries requests to an inner service; made by [`RetryLayer`].
///
/// `poll_ready` is that of the inner service. The [module](super) has an example.
#[derive(Clone, Debug)]
pub struct RetryService<S, C, L, B, Q, D> {
    pub(super) layer: RetryLayer<C, L, B, Q, D>,
    pub(super) service: S,
}

impl<S, C: Clone, L: Clone, B: Clone, Q: Clone, D: Clone> Layer<S> for RetryLayer<C, L, B, Q, D> {
    type Service = RetryService<S, C, L, B, Q, D>;

    fn layer(&self, service: S) -> Self::Service {
        RetryService { layer: self.clone(), service }
    }
}

impl<S, C, L, B, Q, D> RetryService<S, C, L, B, Q, D> {
    /// Returns a reference to the inner service.
    pub const fn get_ref(&self) -> &S {
        &self.service
    }

    /// Returns a mutable reference to the inner service.
    pub const fn get_mut(&mut self) -> &mut S {
        &mut self.service
    }

    /// Consumes this service and returns the inner service.
    ///
    /// ```
    /// use retry_core::{Retrier, tower::RetryLayer};
    /// use tower::{ServiceBuilder, ServiceExt, service_fn};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let echo = service_fn(async |text: &'static str| Ok::<_, std::io::Error>(text));
    /// let service = ServiceBuilder::new().layer(RetryLayer::new(Retrier::default())).service(echo);
    /// assert_eq!(service.into_inner().oneshot("hello").await.unwrap(), "hello");
    /// # }
    /// ```
    pub fn into_inner(self) -> S {
        self.service
    }
}

impl<S, Request, C, L, B, Q, D> Service<Request> for RetryService<S, C, L, B, Q, D>
where
    S: Service<Request> + Clone,
    C: Classify<S::Response, S::Error> + Clone,
    L: TimeoutError<S::Error, Timeout: TimeLimit<Result<S::Response, S::Error>>>,
    B: BreakerError<S::Error, Breaker: Guard<'static, Result<S::Response, S::Error>>>,
    Q: CloneRequest<Request> + Clone,
    D: Description<S::Error> + Clone,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = ResponseFuture<S, Request, C, L::Timeout, B::Breaker, Q, D>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let RetryLayer { retrier, classify, timeout_error, breaker_error, clone, description } = &self.layer;
        let service = self.service.clone();
        let ready = mem::replace(&mut self.service, service.clone());
        let attempts = RequestAttempts::new(ready, service, request, clone.clone());
        let options = CallOptions {
            transient: Half::new(classify.clone()),
            until: Some(Half::new(classify.clone())),
            on_retry: None,
            on_give_up: None,
            rng: SystemRng,
            description: description.clone(),
            clock: SystemClock,
        };
        let mut shared = retrier.shared.clone();
        if !attempts.can_repeat() {
            shared.policy = shared.policy.with_attempts(1);
        }
        let limits = Limited::new(timeout_error.timeout(), breaker_error.breaker(retrier));
        ResponseFuture { call: Retry::from_parts(shared, options, Futures::new(attempts, limits)) }
    }
}

/// The options of a request's call: the classification of errors and of responses, and no hooks but the retrier's.
type RequestOptions<C, Response, E, D> = CallOptions<
    Half<C, Response, E>,
    Half<C, Response, E>,
    fn(&RetryEvent<'_, E>),
    fn(&GiveUpEvent<'_, E>),
    SystemRng,
    D,
>;

/// The attempts of a request.
type RetriedRequest<S, Request, Q, T, B> = Futures<
    RequestAttempts<S, Request, Q>,
    Attempt<S, Request>,
    <S as Service<Request>>::Response,
    <S as Service<Request>>::Error,
    RuntimeTimer,
    Limited<Result<<S as Service<Request>>::Response, <S as Service<Request>>::Error>, T, B>,
>;

pin_project! {
    /// The future of a response; from a [`RetryService`].
    #[must_use = "futures do nothing unless polled"]
    pub struct ResponseFuture<S: Service<Request>, Request, C, T, B, Q, D> {
        #[pin]
        call: Retry<'static, RetriedRequest<S, Request, Q, T, B>, RequestOptions<C, S::Response, S::Error, D>>,
    }
}

impl<S, Request, C, T, B, Q, D> Future for ResponseFuture<S, Request, C, T, B, Q, D>
where
    S: Service<Request> + Clone,
    C: Classify<S::Response, S::Error>,
    T: TimeLimit<Result<S::Response, S::Error>>,
    B: Guard<'static, Result<S::Response, S::Error>>,
    Q: CloneRequest<Request>,
    D: Description<S::Error>,
{
    type Output = Result<S::Response, S::Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.project().call.poll(context)
    }
}
