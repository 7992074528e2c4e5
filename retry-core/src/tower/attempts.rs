//! The attempts of one request. Each attempt waits for the service's `poll_ready`, and then calls the service.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};

use pin_project_lite::pin_project;
use tower_service::Service;

use crate::calls::Operation;

/// Copies a request for the next attempt.
///
/// [`ByClone`] and functions from `&Request` to `Option<Request>` implement it; see
/// [`RetryLayer::clone_request`](super::RetryLayer::clone_request).
pub trait CloneRequest<Request> {
    /// Returns a copy of the request, or `None` if the request can be sent only once.
    ///
    /// If this returns a copy before the first attempt, it has to return one before every other attempt too. Otherwise
    /// the call panics.
    fn clone_request(&self, request: &Request) -> Option<Request>;
}

/// Copies requests with `Clone`. Every request can be sent again.
#[derive(Clone, Copy, Debug)]
pub struct ByClone;

impl<Request: Clone> CloneRequest<Request> for ByClone {
    fn clone_request(&self, request: &Request) -> Option<Request> {
        Some(request.clone())
    }
}

impl<Request, F: Fn(&Request) -> Option<Request>> CloneRequest<Request> for F {
    fn clone_request(&self, request: &Request) -> Option<Request> {
        self(request)
    }
}

/// The service and the request of a call.
#[derive(Debug)]
pub(super) struct RequestAttempts<S, Request, Q> {
    /// The instance that the caller has polled to be ready, for the first attempt.
    ready: Option<S>,
    /// The instance that every other attempt clones.
    service: S,
    /// The request of the next attempt.
    request: Option<Request>,
    /// A copy of the request that was made in advance, for the attempt after the next one.
    copy: Option<Request>,
    clone: Q,
}

impl<S, Request, Q: CloneRequest<Request>> RequestAttempts<S, Request, Q> {
    pub(super) fn new(ready: S, service: S, request: Request, clone: Q) -> Self {
        let copy = clone.clone_request(&request);
        Self { ready: Some(ready), service, request: Some(request), copy, clone }
    }

    /// Whether the request can be sent again.
    pub(super) const fn can_repeat(&self) -> bool {
        self.copy.is_some()
    }

    /// Takes the request of the next attempt, and copies it for the attempt after that one.
    fn take_request(&mut self) -> Request {
        let request =
            self.request.take().expect("a request that was copied before its first attempt can be copied again");
        self.request = self.copy.take().or_else(|| self.clone.clone_request(&request));
        request
    }
}

impl<S, Request, Q> Operation for RequestAttempts<S, Request, Q>
where
    S: Service<Request> + Clone,
    Q: CloneRequest<Request>,
{
    type Attempt = Attempt<S, Request>;

    fn attempt(&mut self) -> Attempt<S, Request> {
        let request = self.take_request();
        Attempt {
            stage: match self.ready.take() {
                Some(mut service) => Stage::Called { response: service.call(request) },
                None => Stage::NotReady { service: self.service.clone(), request: Some(request) },
            },
        }
    }
}

pin_project! {
    /// One attempt: waits until the service is ready, and calls it.
    pub struct Attempt<S: Service<Request>, Request> {
        #[pin]
        stage: Stage<S, Request, S::Future>,
    }
}

pin_project! {
    #[project = StageProjection]
    enum Stage<S, Request, F> {
        NotReady { service: S, request: Option<Request> },
        Called { #[pin] response: F },
    }
}

impl<S: Service<Request>, Request> Future for Attempt<S, Request> {
    type Output = Result<S::Response, S::Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut stage = self.project().stage;
        loop {
            let response = match stage.as_mut().project() {
                StageProjection::NotReady { service, request } => {
                    ready!(service.poll_ready(context))?;
                    match request.take() {
                        Some(request) => service.call(request),
                        None => unreachable!("the request is taken with the stage"),
                    }
                }
                StageProjection::Called { response } => return response.poll(context),
            };
            stage.set(Stage::Called { response });
        }
    }
}
