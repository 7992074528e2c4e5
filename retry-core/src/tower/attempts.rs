//! The attempts of one request. The service is asked whether it is ready before each of them.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};

use pin_project_lite::pin_project;
use tower_service::Service;

use crate::calls::Operation;

/// Makes a copy of a request for an attempt; `None` for one that can only be sent once.
///
/// Implemented for functions, and for [`ByClone`].
pub trait CloneRequest<Request> {
    /// The copy.
    ///
    /// A request that was copied before its first attempt has to be copied again before each: otherwise the call panics.
    fn clone_request(&self, request: &Request) -> Option<Request>;
}

/// By `Clone`.
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
    /// The instance whose readiness the caller has waited for.
    ready: Option<S>,
    /// The one that the other attempts clone.
    service: S,
    /// For the next attempt.
    request: Option<Request>,
    /// A copy for the attempt after it, if there is one already.
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

    fn request(&mut self) -> Request {
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
        let request = self.request();
        Attempt {
            stage: match self.ready.take() {
                Some(mut service) => Stage::Called { response: service.call(request) },
                None => Stage::NotReady { service: self.service.clone(), request: Some(request) },
            },
        }
    }
}

pin_project! {
    /// Waits until the service is ready, and calls it.
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
