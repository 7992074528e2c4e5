//! `RetryLayer` keeps the promises of tower's own retry, and behaves as the other calls of this crate.

use std::cell::Cell;
use std::future::{Future, Ready, pending, ready};
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use retry_core::testing::Scope;
use retry_core::tower::RetryLayer;
use retry_core::{GiveUpReason, Jitter, Retrier, RetryBudget, RetryPolicy, Transient, Verdict};
use tower::{Layer, Service, ServiceExt, service_fn};

const POLICY: RetryPolicy = RetryPolicy::builder().attempts(3).jitter(Jitter::None).build_const();

fn busy() -> io::Error {
    io::ErrorKind::ResourceBusy.into()
}

/// A service that answers by the number of the request, and counts its requests.
#[derive(Clone, Default)]
struct Counted(Arc<AtomicU32>);

impl Counted {
    fn next(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn requests(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Fails this number of times.
    fn failing(
        &self,
        times: u32,
    ) -> impl Service<u32, Response = u32, Error = io::Error, Future: Send> + Clone + use<> {
        let counted = self.clone();
        service_fn(move |request: u32| {
            let number = counted.next();
            ready(if number <= times { Err(busy()) } else { Ok(request) })
        })
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_is_tried_again_with_the_same_request() {
    let counted = Counted::default();
    let service = RetryLayer::new(Retrier::new(POLICY)).layer(counted.failing(2));
    assert_eq!(service.oneshot(7).await.unwrap(), 7);
    assert_eq!(counted.requests(), 3);
}

#[tokio::test(start_paused = true)]
async fn the_last_error_is_returned_when_the_attempts_are_spent() {
    let counted = Counted::default();
    let service = RetryLayer::new(Retrier::new(POLICY)).layer(counted.failing(u32::MAX));
    assert_eq!(service.oneshot(7).await.unwrap_err().kind(), io::ErrorKind::ResourceBusy);
    assert_eq!(counted.requests(), 3);
}

#[tokio::test(start_paused = true)]
async fn the_predicate_looks_at_the_error() {
    let counted = Counted::default();
    let told = counted.clone();
    let service =
        service_fn(move |(): ()| ready(Err::<(), _>(if told.next() == 1 { "retry me" } else { "no, it is over" })));
    let layer = RetryLayer::new(Retrier::new(POLICY)).no_timeout().no_breaker();
    let layer = layer.classify(|outcome: Result<&(), &&str>| Verdict::from(outcome == Err(&"retry me")));
    assert_eq!(layer.layer(service).oneshot(()).await, Err("no, it is over"));
    assert_eq!(counted.requests(), 2);
}

/// No `Clone`.
#[derive(Debug, PartialEq)]
struct Once(u32);

#[tokio::test]
async fn a_request_that_cannot_be_cloned_goes_through_once() {
    for fails in [true, false] {
        let counted = Counted::default();
        let told = counted.clone();
        let service = service_fn(move |request: Once| {
            told.next();
            ready(if fails { Err(busy()) } else { Ok(request) })
        });
        let reason = Arc::new(Mutex::new(None));
        let given_up = Arc::clone(&reason);
        let retrier = Retrier::new(POLICY).on_give_up(move |event| *given_up.lock().unwrap() = Some(event.reason));
        let service = RetryLayer::new(retrier).clone_request(|_: &Once| None).layer(service);
        let outcome = service.oneshot(Once(7)).await;
        assert_eq!((outcome.is_err(), counted.requests()), (fails, 1));
        assert_eq!(*reason.lock().unwrap(), fails.then_some(GiveUpReason::Attempts));
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_is_copied_once_for_each_attempt_but_the_last() {
    static COPIES: AtomicU32 = AtomicU32::new(0);

    #[expect(clippy::unnecessary_wraps, reason = "the signature that `clone_request` takes")]
    fn copy(request: &Once) -> Option<Once> {
        COPIES.fetch_add(1, Ordering::Relaxed);
        Some(Once(request.0))
    }

    let counted = Counted::default();
    let told = counted.clone();
    let service = service_fn(move |request: Once| ready(if told.next() < 3 { Err(busy()) } else { Ok(request) }));
    let service = RetryLayer::new(Retrier::new(POLICY)).clone_request(copy).layer(service);
    assert_eq!(service.oneshot(Once(7)).await.unwrap(), Once(7));
    assert_eq!((counted.requests(), COPIES.load(Ordering::Relaxed)), (3, 3));
}

/// A service that is ready for one request after each `poll_ready`.
#[derive(Clone)]
struct Strict {
    counted: Counted,
    asked: Counted,
    ready: bool,
}

impl Service<()> for Strict {
    type Response = ();
    type Error = io::Error;
    type Future = Ready<io::Result<()>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.asked.next() % 2 == 1 {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.ready = true;
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, (): ()) -> Ready<io::Result<()>> {
        assert!(std::mem::take(&mut self.ready), "called before it was ready");
        ready(if self.counted.next() < 3 { Err(busy()) } else { Ok(()) })
    }
}

#[tokio::test(start_paused = true)]
async fn the_service_is_ready_before_each_attempt() {
    let (counted, asked) = (Counted::default(), Counted::default());
    let strict = Strict { counted: counted.clone(), asked: asked.clone(), ready: false };
    RetryLayer::new(Retrier::new(POLICY)).layer(strict).oneshot(()).await.unwrap();
    assert_eq!((counted.requests(), asked.requests()), (3, 6));
}

#[tokio::test(start_paused = true)]
async fn a_service_that_fails_while_it_gets_ready_is_tried_again() {
    #[derive(Clone)]
    struct Unready(Counted);

    impl Service<()> for Unready {
        type Response = u32;
        type Error = io::Error;
        type Future = Ready<io::Result<u32>>;

        fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
            // Ready the first time, so that the caller may call.
            Poll::Ready(if self.0.next() == 2 { Err(busy()) } else { Ok(()) })
        }

        fn call(&mut self, (): ()) -> Ready<io::Result<u32>> {
            ready(if self.0.requests() < 3 { Err(busy()) } else { Ok(self.0.requests()) })
        }
    }

    let service = RetryLayer::new(Retrier::new(POLICY)).layer(Unready(Counted::default()));
    assert_eq!(service.oneshot(()).await.unwrap(), 3);
}

#[tokio::test(start_paused = true)]
async fn the_last_response_is_returned_as_it_is() {
    let counted = Counted::default();
    let told = counted.clone();
    let service = service_fn(move |(): ()| ready(Ok::<_, io::Error>((503, told.next()))));
    let layer =
        RetryLayer::new(Retrier::new(POLICY)).classify(|outcome: Result<&(u16, u32), &io::Error>| match outcome {
            Ok((503, _)) => Verdict::RetryAfter(Duration::from_secs(2)),
            Ok(_) => Verdict::Permanent,
            Err(error) => error.verdict(),
        });
    let started = tokio::time::Instant::now();
    assert_eq!(layer.layer(service).oneshot(()).await.unwrap(), (503, 3));
    assert!(started.elapsed() >= Duration::from_secs(4));
}

#[tokio::test(start_paused = true)]
async fn the_retriers_timeout_budget_and_deadline_hold() {
    let never = || service_fn(|_: u32| pending::<io::Result<u32>>());
    let retrier = Retrier::new(POLICY).with_timeout(Duration::from_millis(100));
    let error = RetryLayer::new(retrier.clone()).layer(never()).oneshot(7).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);

    let named = RetryLayer::new(retrier).timed_out(|timed_out| io::Error::other(format!("slow: {timed_out}")));
    let error = named.layer(never()).oneshot(7).await.unwrap_err();
    assert_eq!(error.to_string(), "slow: the attempt timed out after 100ms");

    let counted = Counted::default();
    let retrier = Retrier::new(POLICY).with_budget(Arc::new(RetryBudget::new(1, 0.1)));
    RetryLayer::new(retrier).layer(counted.failing(u32::MAX)).oneshot(7).await.unwrap_err();
    assert_eq!(counted.requests(), 2);

    let counted = Counted::default();
    let retrier = Retrier::new(POLICY.with_deadline(Duration::from_millis(600)));
    RetryLayer::new(retrier).layer(counted.failing(u32::MAX)).oneshot(7).await.unwrap_err();
    assert_eq!(counted.requests(), 2, "500 ms fit, and another second does not");
}

#[tokio::test]
async fn events_and_testing_scopes_are_those_of_every_call() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&lines);
    let retrier = Retrier::new(POLICY).with_name("inventory");
    let retrier = retrier.on_retry(move |event| log.lock().unwrap().push(event.to_string()));
    let service = RetryLayer::new(retrier).as_error(|error: &io::Error| error).layer(Counted::default().failing(2));
    let scope = Scope::new();
    assert_eq!(scope.run(service.oneshot(7)).await.unwrap(), 7);
    assert_eq!(scope.trace().named("inventory").map(retry_core::testing::CallTrace::attempts).collect::<Vec<_>>(), [3]);
    let lines = lines.lock().unwrap();
    assert!(lines[0].starts_with("inventory: attempt 1 failed: resource busy; next in "), "{lines:?}");
    assert_eq!(lines.len(), 2);
}

/// The future is `Send`, although neither the service nor the request is `Sync`.
#[tokio::test(start_paused = true)]
async fn neither_the_service_nor_the_request_has_to_be_sync() {
    #[derive(Clone)]
    struct NotSync(Cell<u32>, Counted);

    impl Service<Cell<u32>> for NotSync {
        type Response = u32;
        type Error = io::Error;
        type Future = Pin<Box<dyn Future<Output = io::Result<u32>> + Send>>;

        fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, request: Cell<u32>) -> Self::Future {
            let fails = self.1.next() < 2;
            let sum = self.0.get() + request.get();
            Box::pin(async move { if fails { Err(busy()) } else { Ok(sum) } })
        }
    }

    let service = RetryLayer::new(Retrier::new(POLICY)).layer(NotSync(Cell::new(1), Counted::default()));
    assert_eq!(tokio::spawn(service.oneshot(Cell::new(2))).await.unwrap().unwrap(), 3);
}
