//! `with = …` and the calls of a `Retrier`: what they share, and what a call sets itself.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use retry_core::{GiveUpReason, Retrier, RetryBudget, RetryPolicy, TimedOut, retry};
use tokio::time::{Instant, sleep};

const POLICY: RetryPolicy =
    RetryPolicy::builder().base(Duration::from_millis(10)).cap(Duration::from_millis(10)).attempts(4).build_const();

static SHARED: Retrier = Retrier::new(POLICY);
static LAZY: LazyLock<Retrier> = LazyLock::new(|| Retrier::new(POLICY).with_timeout(Duration::from_secs(1)));
static NOT_SHARED: RetryBudget = RetryBudget::new(2, 0.0);

fn busy() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

struct Client {
    retries: Retrier,
    calls: AtomicU32,
    sent: u32,
}

impl Client {
    fn new(retries: Retrier) -> Self {
        Self { retries, calls: AtomicU32::new(0), sent: 0 }
    }

    fn retries(&self) -> Retrier {
        self.calls.fetch_add(100, Ordering::Relaxed);
        self.retries.clone()
    }

    fn fail(&self) -> io::Result<u32> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Err(busy())
    }

    fn calls(&self) -> u32 {
        self.calls.swap(0, Ordering::Relaxed)
    }

    #[retry(with = self.retries)]
    async fn fetch(&self) -> io::Result<u32> {
        self.fail()
    }

    #[retry(with = &self.retries)]
    async fn by_reference(&self) -> io::Result<u32> {
        self.fail()?;
        Ok(1)
    }

    #[retry(with = self.retries())]
    async fn by_value(&self) -> io::Result<u32> {
        self.fail()
    }

    #[retry(with = self.retries)]
    async fn hang(&self) -> io::Result<u32> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        std::future::pending().await
    }

    #[retry(with = self.retries, timeout = None, breaker = None, transient = |_| true)]
    async fn hang_without_timeout(&self) -> Result<u32, &'static str> {
        sleep(Duration::from_secs(3600)).await;
        Ok(1)
    }

    #[retry(with = self.retries, breaker = None, timed_out = |timed_out| timed_out.to_string(), transient = |_| true)]
    async fn hang_with_an_error_of_its_own(&self) -> Result<u32, String> {
        std::future::pending().await
    }

    #[retry(with = self.retries, budget = None)]
    async fn without_budget(&self) -> io::Result<u32> {
        self.fail()
    }

    #[retry(with = self.retries, budget = NOT_SHARED)]
    async fn with_a_budget_of_its_own(&self) -> io::Result<u32> {
        self.fail()
    }

    #[retry(with = self.retries, policy = RetryPolicy::builder().attempts(1).build_const())]
    async fn with_a_policy_of_its_own(&self) -> io::Result<u32> {
        self.fail()
    }

    #[retry(with = self.retries)]
    async fn send(&mut self) -> io::Result<u32> {
        self.sent += 1;
        if self.sent < 3 { self.fail() } else { Ok(self.sent) }
    }

    #[retry(with = self.retries, blocking)]
    fn block(&self) -> io::Result<u32> {
        self.fail()
    }
}

#[retry(with = SHARED)]
async fn with_a_static(calls: &AtomicU32) -> io::Result<u32> {
    calls.fetch_add(1, Ordering::Relaxed);
    Err(busy())
}

#[retry(with = LAZY)]
async fn with_a_lazy_static() -> io::Result<u32> {
    std::future::pending().await
}

#[tokio::test(start_paused = true)]
async fn it_is_taken_from_wherever_it_is() {
    let mut client = Client::new(Retrier::new(POLICY));
    assert!(client.fetch().await.is_err());
    assert_eq!(client.calls(), 4);
    assert!(client.by_reference().await.is_err());
    assert_eq!(client.calls(), 4);
    // Evaluated once.
    assert!(client.by_value().await.is_err());
    assert_eq!(client.calls(), 104);
    assert_eq!(client.send().await.unwrap(), 3);
    let calls = AtomicU32::new(0);
    assert!(with_a_static(&calls).await.is_err());
    assert_eq!(calls.into_inner(), 4);
    let begin = Instant::now();
    assert!(with_a_lazy_static().await.is_err());
    assert!(begin.elapsed() >= Duration::from_secs(4));
}

#[async_trait::async_trait]
trait Api {
    async fn read(&self) -> io::Result<u32>;
    async fn write(&mut self) -> io::Result<u32>;
}

#[async_trait::async_trait]
impl Api for Client {
    #[retry(with = self.retries)]
    async fn read(&self) -> io::Result<u32> {
        self.fail()
    }

    #[retry(with = self.retries)]
    async fn write(&mut self) -> io::Result<u32> {
        self.sent += 1;
        self.send().await?;
        if self.sent < 5 { self.fail() } else { Ok(self.sent) }
    }
}

#[retry(with = client.retries)]
fn boxed<'a>(client: &'a mut Client) -> Pin<Box<dyn Future<Output = io::Result<u32>> + Send + 'a>> {
    Box::pin(async move {
        client.sent += 1;
        if client.sent < 3 { client.fail() } else { Ok(client.sent) }
    })
}

#[tokio::test(start_paused = true)]
async fn the_body_may_change_what_it_is_a_part_of() {
    let mut client = Client::new(Retrier::new(POLICY));
    assert!(client.read().await.is_err());
    assert_eq!(client.calls(), 4);
    assert_eq!(tokio::spawn(async move { client.write().await }).await.unwrap().unwrap(), 5);
    let mut client = Client::new(Retrier::new(POLICY));
    assert_eq!(boxed(&mut client).await.unwrap(), 3);
    assert_eq!(client.calls(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_timeout_ends_each_attempt_unless_the_function_says_otherwise() {
    let client = Client::new(Retrier::new(POLICY).with_timeout(Duration::from_secs(1)));
    let error = client.hang().await.unwrap_err();
    assert_eq!(error.get_ref().unwrap().downcast_ref(), Some(&TimedOut::new(Duration::from_secs(1))));
    assert_eq!(client.calls(), 4);
    assert_eq!(client.hang_without_timeout().await, Ok(1));
    let error = client.hang_with_an_error_of_its_own().await.unwrap_err();
    assert_eq!(error, "the attempt timed out after 1s");
}

#[tokio::test(start_paused = true)]
async fn a_budget_is_shared_unless_the_function_has_another() {
    let budget = Arc::new(RetryBudget::new(2, 0.0));
    let client = Client::new(Retrier::new(POLICY).with_budget(Arc::clone(&budget)));
    assert!(client.fetch().await.is_err());
    assert_eq!(client.calls(), 3);
    assert!(client.fetch().await.is_err());
    assert_eq!(client.calls(), 1);
    assert!(client.without_budget().await.is_err());
    assert_eq!(client.calls(), 4);
    assert!(client.with_a_budget_of_its_own().await.is_err());
    assert_eq!((client.calls(), NOT_SHARED.level()), (3, 0.0));
    assert!(client.with_a_policy_of_its_own().await.is_err());
    assert_eq!((client.calls(), budget.level()), (1, 0.0));
}

#[test]
fn a_blocking_function_takes_all_but_the_timeout() {
    let retries = Retrier::new(POLICY).with_budget(Arc::new(RetryBudget::new(2, 0.0))).with_timeout(Duration::ZERO);
    let client = Client::new(retries);
    assert!(client.block().is_err());
    assert_eq!(client.calls(), 3);
}

#[tokio::test(start_paused = true)]
async fn what_a_closure_says_wins() {
    let budget = RetryBudget::new(1, 0.0);
    let retrier = Retrier::new(POLICY).with_timeout(Duration::from_secs(1)).with_budget(&NOT_SHARED).with_name("one");
    let mut name = "";
    let call = retrier.retry(std::future::pending::<io::Result<()>>).budget(&budget).name("two");
    let begin = Instant::now();
    let outcome = call.timeout(Duration::from_secs(7)).on_give_up(|event| name = event.name).await;
    assert!(outcome.is_err());
    assert_eq!((begin.elapsed().as_secs(), budget.level(), name), (14, 0.0, "two"));
    let mut reason = None;
    let call = retrier.retry(async || Err::<(), _>(busy())).budget(None).timeout(None);
    assert!(call.on_give_up(|event| reason = Some((event.name, event.reason))).await.is_err());
    assert_eq!(reason, Some(("one", GiveUpReason::Attempts)));
}

#[tokio::test(start_paused = true)]
async fn timeouts_and_budgets_may_be_absent() {
    #[retry(attempts = 2, base = "0s", timeout = limit, budget = budget, transient = |_| true)]
    async fn wait(limit: Option<Duration>, budget: Option<&RetryBudget>) -> io::Result<u32> {
        sleep(Duration::from_secs(60)).await;
        Err(io::ErrorKind::PermissionDenied.into())
    }
    let budget = Arc::new(RetryBudget::new(5, 0.0));
    let some = Some(Arc::clone(&budget));
    let begin = Instant::now();
    assert_eq!(wait(None, None).await.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    assert_eq!(begin.elapsed(), Duration::from_secs(120));
    let begin = Instant::now();
    let error = wait(Some(Duration::from_secs(1)), some.as_deref()).await.unwrap_err();
    assert_eq!((error.kind(), begin.elapsed()), (io::ErrorKind::TimedOut, Duration::from_secs(2)));
    assert_eq!(budget.level(), 4.0);
}

#[tokio::test(start_paused = true)]
async fn an_attempt_knows_how_much_time_it_has() {
    const PATIENT: RetryPolicy = RetryPolicy::builder()
        .base(Duration::from_secs(1))
        .jitter(retry_core::Jitter::None)
        .attempts(4)
        .deadline(Duration::from_secs(10))
        .build_const();
    #[retry(with = retries, context = attempt)]
    async fn fetch(retries: &Retrier, seen: &mut Vec<Option<u64>>) -> io::Result<()> {
        seen.push(attempt.remaining.map(|time| time.as_secs()));
        Err(busy())
    }
    let mut seen = Vec::new();
    // The attempts begin after 0, 1, 3 and 7 seconds.
    for (retries, expected) in [
        (Retrier::new(POLICY), [None; 4]),
        (Retrier::new(PATIENT), [Some(10), Some(9), Some(7), Some(3)]),
        (Retrier::new(PATIENT).with_timeout(Duration::from_secs(8)), [Some(8), Some(8), Some(7), Some(3)]),
    ] {
        assert!(fetch(&retries, &mut seen).await.is_err());
        assert_eq!(seen, expected);
        seen.clear();
    }
}

#[test]
fn it_is_shared_between_threads_and_shows_what_it_holds() {
    fn shared<T: Clone + Send + Sync + 'static>(value: T) -> T {
        value
    }
    let retrier = shared(Retrier::from(POLICY).with_budget(&NOT_SHARED).on_retry(|_| {}));
    let text = format!("{retrier:?}");
    for part in ["attempts: 4", "timeout: None", "capacity: 2", "1 hooks"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}
