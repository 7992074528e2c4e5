//! `breaker = …` and `breaker_open = …`, and the breaker of calls and of a retrier.

use std::cell::Cell;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use retry_core::testing::Scope;
use retry_core::{
    BreakerOpen, BreakerState, CircuitBreaker, CircuitBreakerBuilder, GiveUpReason, Jitter, Retrier, RetryPolicy,
    TimedOut, Transient, Verdict, retry,
};
use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);

fn breaker(failures: u32) -> CircuitBreaker {
    settings(failures).build().unwrap()
}

fn settings(failures: u32) -> CircuitBreakerBuilder {
    CircuitBreaker::builder().name("stock").consecutive_failures(failures).open_for(5 * SECOND)
}

#[derive(Debug, PartialEq)]
enum StockError {
    Busy(u32),
    Unknown,
    Open(BreakerOpen),
    TimedOut,
}

impl Transient for StockError {
    fn verdict(&self) -> Verdict {
        match self {
            Self::Busy(_) | Self::TimedOut => Verdict::Transient,
            // The predicate is not asked about a refusal.
            Self::Open(_) => Verdict::Transient,
            Self::Unknown => Verdict::Permanent,
        }
    }
}

impl From<BreakerOpen> for StockError {
    fn from(open: BreakerOpen) -> Self {
        Self::Open(open)
    }
}

impl From<TimedOut> for StockError {
    fn from(_: TimedOut) -> Self {
        Self::TimedOut
    }
}

struct Stock {
    breaker: CircuitBreaker,
    made: Cell<u32>,
    told: Cell<Option<(u32, GiveUpReason)>>,
}

impl Stock {
    fn new(breaker: CircuitBreaker) -> Self {
        Self { breaker, made: Cell::new(0), told: Cell::new(None) }
    }

    fn answer(&self, succeeds_at: u32) -> Result<u32, StockError> {
        self.made.set(self.made.get() + 1);
        if self.made.get() == succeeds_at { Ok(succeeds_at) } else { Err(StockError::Busy(self.made.get())) }
    }

    #[retry(
        base = "1s", cap = "8s", jitter = "none",
        breaker = self.breaker,
        on_give_up = |event| self.told.set(Some((event.attempt, event.reason)))
    )]
    async fn take(&self, succeeds_at: u32) -> Result<u32, StockError> {
        self.answer(succeeds_at)
    }

    #[retry(
        blocking, base = "1s", cap = "8s", jitter = "none",
        breaker = self.breaker,
        sleep = |_| {},
        on_give_up = |event| self.told.set(Some((event.attempt, event.reason)))
    )]
    fn take_blocking(&self, succeeds_at: u32) -> Result<u32, StockError> {
        let taken = self.answer(succeeds_at)?;
        Ok(taken)
    }
}

#[tokio::test(start_paused = true)]
async fn an_open_breaker_makes_a_call_fail_before_its_operation_runs() {
    let stock = Stock::new(breaker(1));
    stock.breaker.permit().unwrap().failed();
    let refusal = || StockError::Open(BreakerOpen::new("stock", Some(5 * SECOND)));
    let started = Instant::now();
    assert_eq!(stock.take(1).await, Err(refusal()));
    assert_eq!(stock.told.take(), Some((1, GiveUpReason::Breaker)));
    assert_eq!(stock.take_blocking(1), Err(refusal()));
    assert_eq!(stock.told.take(), Some((1, GiveUpReason::Breaker)));
    assert_eq!((stock.made.get(), started.elapsed()), (0, Duration::ZERO));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_opens_the_breaker_returns_the_operations_own_error_at_once() {
    let stock = Stock::new(breaker(3));
    let started = Instant::now();
    // The third wait would be of 4 s, and the breaker is open for 5.
    assert_eq!(stock.take(9).await, Err(StockError::Busy(3)));
    assert_eq!(stock.told.take(), Some((3, GiveUpReason::Breaker)));
    assert_eq!((stock.made.get(), started.elapsed()), (3, 3 * SECOND));
    assert_eq!(stock.breaker.state(), BreakerState::Open);
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_ends_when_the_breaker_lets_probes_through_is_made() {
    let stock = Stock::new(settings(3).open_for(4 * SECOND).build().unwrap());
    assert_eq!(stock.take(4).await, Ok(4));
    assert_eq!((stock.breaker.state(), stock.told.take()), (BreakerState::Closed, None));
}

#[tokio::test(start_paused = true)]
async fn an_attempt_that_is_refused_after_a_wait_returns_what_the_operation_said() {
    let stock = Stock::new(breaker(2));
    let (outcome, ()) = tokio::join!(stock.take(9), async {
        tokio::time::sleep(SECOND / 2).await;
        // Another call opens the breaker during the wait.
        stock.breaker.permit().unwrap().failed();
    });
    assert_eq!(outcome, Err(StockError::Busy(1)));
    assert_eq!((stock.told.take(), stock.made.get()), (Some((1, GiveUpReason::Breaker)), 1));
}

#[tokio::test(start_paused = true)]
async fn a_permanent_error_counts_as_the_answer_of_a_living_service() {
    #[retry(breaker = breaker)]
    async fn call(breaker: &CircuitBreaker) -> Result<(), StockError> {
        Err(StockError::Unknown)
    }
    let breaker = breaker(2);
    breaker.permit().unwrap().failed();
    assert_eq!(call(&breaker).await, Err(StockError::Unknown));
    let counts = breaker.counts();
    assert_eq!((counts.attempts, counts.failures, counts.consecutive_failures), (2, 1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_timeout_counts_as_a_failure_whatever_the_predicate_says_and_the_rest_of_a_deadline_does_not() {
    #[retry(attempts = 1, breaker = breaker, timeout = "1s", transient = |_| false)]
    async fn timed(breaker: &CircuitBreaker) -> Result<(), StockError> {
        std::future::pending().await
    }
    #[retry(policy = RetryPolicy::builder().deadline(SECOND).build().unwrap(), breaker = breaker, timeout = "2s")]
    async fn cut(breaker: &CircuitBreaker) -> Result<(), StockError> {
        std::future::pending().await
    }
    let breaker = breaker(10);
    assert_eq!(timed(&breaker).await, Err(StockError::TimedOut));
    assert_eq!((breaker.counts().attempts, breaker.counts().failures), (1, 1));
    assert_eq!(cut(&breaker).await, Err(StockError::TimedOut));
    assert_eq!((breaker.counts().attempts, breaker.counts().failures), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_probe_that_is_dropped_or_panics_is_given_back() {
    #[retry(breaker = breaker)]
    async fn call(breaker: &CircuitBreaker, panics: bool) -> Result<(), StockError> {
        assert!(!panics, "as it is told");
        std::future::pending().await
    }
    let breaker = Arc::new(breaker(1));
    breaker.permit().unwrap().failed();
    tokio::time::advance(5 * SECOND).await;
    assert!(tokio::time::timeout(SECOND, call(&breaker, false)).await.is_err());
    assert_eq!((breaker.state(), breaker.counts().probes_in_flight), (BreakerState::HalfOpen, 0));
    let shared = Arc::clone(&breaker);
    assert!(tokio::spawn(async move { call(&shared, true).await }).await.unwrap_err().is_panic());
    assert_eq!((breaker.state(), breaker.counts().probes_in_flight), (BreakerState::HalfOpen, 0));
    let call = RetryPolicy::default().retry(std::future::pending::<Result<(), StockError>>).breaker(&breaker);
    assert!(tokio::time::timeout(SECOND, call).await.is_err());
    assert_eq!(breaker.counts().probes_in_flight, 0);
}

#[tokio::test(start_paused = true)]
async fn the_error_can_be_made_where_the_call_is() {
    #[retry(breaker = breaker, breaker_open = |open| format!("{}: closed today", open.name()), transient = |_| true)]
    async fn call(breaker: &Option<Arc<CircuitBreaker>>) -> Result<(), String> {
        Ok(())
    }
    let breaker = Some(Arc::new(breaker(1)));
    assert_eq!(call(&breaker).await, Ok(()));
    breaker.as_ref().unwrap().permit().unwrap().failed();
    assert_eq!(call(&breaker).await.unwrap_err(), "stock: closed today");
    assert_eq!(call(&None).await, Ok(()));
}

struct Client {
    breaker: Arc<CircuitBreaker>,
    retries: Retrier,
    made: u32,
}

impl Client {
    #[retry(attempts = 3, breaker = self.breaker)]
    async fn send(&mut self) -> Result<u32, StockError> {
        self.made += 1;
        // The call keeps the breaker that it began with.
        self.breaker = Arc::new(breaker(100));
        std::future::ready(()).await;
        Err(StockError::Busy(self.made))
    }

    #[retry(with = self.retries)]
    async fn with_retrier(&self) -> io::Result<()> {
        Err(ErrorKind::TimedOut.into())
    }

    #[retry(with = self.retries, breaker = None)]
    async fn without_breaker(&self) -> Result<(), StockError> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_keeps_the_breaker_that_its_body_replaces() {
    let breaker = Arc::new(breaker(2));
    let retries = Retrier::new(RetryPolicy::default());
    let mut client = Client { breaker: Arc::clone(&breaker), retries, made: 0 };
    assert_eq!(client.send().await, Err(StockError::Busy(2)));
    assert_eq!(breaker.state(), BreakerState::Open);
}

#[tokio::test(start_paused = true)]
async fn a_retrier_brings_its_breaker_to_functions_and_calls() {
    let breaker = Arc::new(breaker(2));
    let retries = Retrier::new(RetryPolicy::default()).with_breaker(Arc::clone(&breaker));
    let client = Client { breaker: Arc::clone(&breaker), retries: retries.clone(), made: 0 };
    assert_eq!(client.with_retrier().await.unwrap_err().kind(), ErrorKind::TimedOut);
    assert_eq!(breaker.state(), BreakerState::Open);
    let refused = |error: io::Error| assert!(error.get_ref().is_some_and(|error| error.is::<BreakerOpen>()), "{error}");
    refused(client.with_retrier().await.unwrap_err());
    refused(retries.retry(|| std::future::ready(Ok::<_, io::Error>(()))).await.unwrap_err());
    refused(retries.retry_async_closure(async || Ok::<_, io::Error>(())).run().await.unwrap_err());
    refused(retries.retry_blocking(|| Ok::<_, io::Error>(())).run().unwrap_err());
    assert_eq!(client.without_breaker().await, Ok(()));
    assert!(retries.retry(|| std::future::ready(Ok::<_, io::Error>(()))).breaker(None).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn every_kind_of_call_tells_its_breaker() {
    let policy = RetryPolicy::builder().jitter(Jitter::None).build().unwrap();
    for kind in 0..3 {
        let breaker = breaker(2);
        let mut made = 0;
        let mut fails = || {
            made += 1;
            Err::<(), _>(StockError::Busy(made))
        };
        let outcome = match kind {
            0 => policy.retry(|| std::future::ready(fails())).breaker(&breaker).await,
            1 => policy.retry_async_closure(async || fails()).breaker(&breaker).run().await,
            _ => policy.retry_blocking(fails).breaker(&breaker).run_with_sleep(|_| {}),
        };
        assert_eq!((outcome, breaker.state()), (Err(StockError::Busy(2)), BreakerState::Open), "{kind}");
    }
}

#[tokio::test]
async fn a_scope_traces_refusals_and_its_skipped_waits_let_a_breaker_half_open() {
    let scope = Scope::new();
    let stock = Stock::new(settings(3).open_for(4 * SECOND).build().unwrap());
    assert_eq!(scope.run(stock.take(4)).await, Ok(4));
    assert_eq!(stock.breaker.state(), BreakerState::Closed);
    let opened = Stock::new(breaker(1));
    assert_eq!(scope.run(opened.take(9)).await, Err(StockError::Busy(1)));
    assert!(matches!(scope.run(opened.take(9)).await, Err(StockError::Open(_))));
    let ends: Vec<_> = scope.trace().calls().iter().map(ToString::to_string).collect();
    let name = "it::breaker::Stock::take";
    assert_eq!(ends[0], format!("{name}: 4 attempts, waits of 1s (backoff), 2s (backoff), 4s (backoff): success"));
    assert_eq!(ends[1..], [format!("{name}: 1 attempt: the circuit breaker is open"), ends[1].clone()]);
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_far_ahead_keeps_nobody_out() {
    let breaker = breaker(1);
    tokio::time::advance(Duration::from_secs(3600)).await;
    breaker.permit().unwrap().failed();
    assert!(breaker.permit().is_err());
    // A thread outside of the runtime uses the clock of the operating system.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            assert_eq!(breaker.until_probe(), None);
            breaker.permit().unwrap().succeeded();
        });
    });
    assert_eq!(breaker.state(), BreakerState::Closed);
}
