//! `stop = …`, which stops a call in good order.

use std::cell::{Cell, RefCell};
use std::future::{Future, pending, poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use async_trait::async_trait;
use retry_core::testing::{End, Scope};
use retry_core::{
    BreakerOpen, CircuitBreaker, GiveUpEvent, GiveUpReason, RetryBudget, RetryEvent, RetryPolicy, TimedOut, retry,
};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::common::{Failure, always_busy, at_once, calls, ms, poll_once, send, third_time, thousandths};

/// What the hooks of a call were told, in order.
#[derive(Debug, Default)]
struct Told(RefCell<Vec<String>>);

impl Told {
    fn on_retry<E>(&self, event: &RetryEvent<'_, E>) {
        self.0.borrow_mut().push(format!("retry {} at {:?}", event.attempt, event.elapsed));
    }

    fn on_give_up<E>(&self, event: &GiveUpEvent<'_, E>) {
        self.0.borrow_mut().push(format!("{} {} at {:?}", event.reason.as_str(), event.attempt, event.elapsed));
    }

    fn take(&self) -> Vec<String> {
        self.0.take()
    }
}

#[retry(
    base = "1s",
    jitter = "none",
    budget = budget,
    stop = stop,
    on_retry = |event| told.on_retry(event),
    on_give_up = |event| told.on_give_up(event)
)]
async fn annotated(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    let call = third_time()?;
    Ok(call)
}

#[retry(
    base = "1s",
    jitter = "none",
    budget = budget,
    stop = stop,
    sleep = sleep,
    on_retry = |event| told.on_retry(event),
    on_give_up = |event| told.on_give_up(event)
)]
async fn with_its_own_sleep(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    third_time()
}

fn policy() -> RetryPolicy {
    RetryPolicy::builder().base(ms(1_000)).jitter(retry_core::Jitter::None).build().unwrap()
}

async fn closure(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    let call = policy().retry(|| ready(third_time())).budget(budget).stop(stop);
    call.on_retry(|event| told.on_retry(event)).on_give_up(|event| told.on_give_up(event)).await
}

async fn sleeping_closure(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    let call = policy().retry(|| ready(third_time())).stop(stop).budget(budget).sleep(sleep);
    call.on_retry(|event| told.on_retry(event)).on_give_up(|event| told.on_give_up(event)).await
}

async fn async_closure(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    let call = policy().retry_async_closure(async || third_time()).stop(stop).budget(budget);
    call.on_retry(|event| told.on_retry(event)).on_give_up(|event| told.on_give_up(event)).run().await
}

type Call<'c> = Pin<Box<dyn Future<Output = Result<u32, Failure>> + 'c>>;
type Stop<'c> = Pin<Box<dyn Future<Output = ()> + 'c>>;
type FrontEnd = for<'c> fn(Stop<'c>, &'c RetryBudget, &'c Told) -> Call<'c>;

/// All front ends whose waits can end early.
const FRONT_ENDS: [(&str, FrontEnd); 5] = [
    ("annotated", |stop, budget, told| Box::pin(annotated(stop, budget, told))),
    ("annotated, with its own sleep", |stop, budget, told| Box::pin(with_its_own_sleep(stop, budget, told))),
    ("a closure", |stop, budget, told| Box::pin(closure(stop, budget, told))),
    ("a closure with its own sleep", |stop, budget, told| Box::pin(sleeping_closure(stop, budget, told))),
    ("an async closure", |stop, budget, told| Box::pin(async_closure(stop, budget, told))),
];

#[tokio::test(start_paused = true)]
async fn while_it_is_pending_nothing_changes() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, began) = (RetryBudget::new(10, 0.5), Told::default(), Instant::now());
        assert_eq!(call(Box::pin(pending()), &budget, &told).await, Ok(3));
        assert_eq!((calls(), began.elapsed()), (3, ms(3_000)));
        assert_eq!(told.take(), ["retry 1 at 0ns", "retry 2 at 1s"]);
        assert_eq!(thousandths(&budget), 8_500);
    }
}

#[tokio::test(start_paused = true)]
async fn told_from_the_start_it_makes_one_attempt() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, began) = (RetryBudget::new(10, 0.5), Told::default(), Instant::now());
        assert_eq!(call(Box::pin(ready(())), &budget, &told).await, Err(Failure::Busy(1)));
        assert_eq!((calls(), began.elapsed()), (1, Duration::ZERO));
        assert_eq!(told.take(), ["stopped 1 at 0ns"]);
        assert_eq!(thousandths(&budget), 10_000);
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_is_cut_short() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, began) = (RetryBudget::new(10, 0.5), Told::default(), Instant::now());
        assert_eq!(call(Box::pin(sleep(ms(1_700))), &budget, &told).await, Err(Failure::Busy(2)));
        assert_eq!((calls(), began.elapsed()), (2, ms(1_700)));
        assert_eq!(told.take(), ["retry 1 at 0ns", "retry 2 at 1s", "stopped 2 at 1.7s"]);
        // The first retry was made, the second was not.
        assert_eq!(thousandths(&budget), 9_000);
    }
}

/// If the wait and the stop end at the same moment, no other attempt begins.
#[tokio::test(start_paused = true)]
async fn a_stop_at_the_end_of_a_wait_comes_first() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told) = (RetryBudget::new(10, 0.5), Told::default());
        assert_eq!(call(Box::pin(sleep(ms(1_000))), &budget, &told).await, Err(Failure::Busy(1)));
        assert_eq!(calls(), 1);
        assert_eq!(told.take(), ["retry 1 at 0ns", "stopped 1 at 1s"]);
        assert_eq!(thousandths(&budget), 10_000);
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_gives_its_token_back() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told) = (RetryBudget::new(10, 0.5), Told::default());
        assert!(timeout(ms(500), call(Box::pin(pending()), &budget, &told)).await.is_err());
        assert_eq!((calls(), thousandths(&budget)), (1, 10_000));
        assert_eq!(told.take(), ["retry 1 at 0ns"]);
    }
}

/// The future is not polled before an attempt has failed.
#[test]
fn it_is_polled_only_after_a_failure() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, polls) = (RetryBudget::new(10, 0.5), Told::default(), Cell::new(0));
        let stop = poll_fn(|_| {
            polls.set(polls.get() + 1);
            Poll::<()>::Pending
        });
        // The third call succeeds at once.
        assert!(third_time().is_err() && third_time().is_err());
        assert_eq!(at_once(call(Box::pin(stop), &budget, &told)), Ok(3));
        assert_eq!((calls(), polls.get()), (3, 0));
    }
}

/// A panic of the future passes through, and the token goes back.
#[tokio::test(start_paused = true)]
async fn a_stop_that_panics() {
    for (title, call) in FRONT_ENDS {
        for panics_at in [0, 1] {
            println!("{title}, at {panics_at}");
            let (budget, told, polls) = (RetryBudget::new(10, 0.5), Told::default(), Cell::new(0));
            let stop = poll_fn(|_| {
                assert!(polls.replace(polls.get() + 1) < panics_at, "in the stop");
                Poll::<()>::Pending
            });
            let mut call = call(Box::pin(stop), &budget, &told);
            let panicked = catch_unwind(AssertUnwindSafe(|| poll_once(call.as_mut()).is_ready()));
            assert!(panicked.is_err());
            drop(call);
            assert_eq!((calls(), thousandths(&budget)), (1, 10_000));
            assert_eq!(told.take().len(), panics_at);
        }
    }
}

/// In a scope that skips waits, a stop that is ready ends the call, and the trace has no wait that was ended early.
#[tokio::test]
async fn in_a_testing_scope() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, scope) = (RetryBudget::new(10, 0.5), Told::default(), Scope::new());
        let stop = poll_fn(|_| if crate::common::call() > 2 { Poll::Ready(()) } else { Poll::Pending });
        // The count 1 is the attempt, 2 is the poll before the wait, and 3 is the poll beside the wait, which ends it.
        let outcome = scope.run(call(Box::pin(stop), &budget, &told)).await;
        assert_eq!(outcome, Err(Failure::Busy(1)));
        calls();
        let trace = scope.trace();
        let [call] = trace.calls() else { panic!("one call has failed") };
        assert_eq!((call.attempts(), call.end()), (1, Some(End::GaveUp(GiveUpReason::Stopped))));
        assert_eq!(thousandths(&budget), 10_000);
        told.take();
    }
}

struct Client {
    shutdown: CancellationToken,
    sent: u32,
}

#[async_trait]
trait Sends {
    async fn send_by_trait(&mut self) -> Result<u32, Failure>;
}

#[async_trait]
impl Sends for Client {
    #[retry(base = "1min", cap = "1h", stop = self.shutdown.clone().cancelled_owned())]
    async fn send_by_trait(&mut self) -> Result<u32, Failure> {
        self.sent += 1;
        always_busy()
    }
}

impl Client {
    #[retry(base = "1min", cap = "1h", stop = self.shutdown.cancelled())]
    async fn borrowed(&self) -> Result<u32, Failure> {
        always_busy()
    }

    #[retry(base = "1min", cap = "1h", stop = self.shutdown.cancelled())]
    fn boxed(&self) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send + '_>> {
        Box::pin(async move { always_busy() })
    }

    #[retry(base = "1min", cap = "1h", stop = self.shutdown.clone().cancelled_owned())]
    async fn owned(&mut self) -> Result<u32, Failure> {
        self.sent += 1;
        always_busy()
    }
}

/// Cancels after half a second, and expects the call to end then.
async fn cancelled(shutdown: &CancellationToken, call: impl Future<Output = Result<u32, Failure>> + Send) {
    let began = Instant::now();
    let cancel = async {
        sleep(ms(500)).await;
        shutdown.cancel();
    };
    let (outcome, ()) = tokio::join!(send(call), cancel);
    assert_eq!((outcome, began.elapsed(), calls()), (Err(Failure::Busy(1)), ms(500), 1));
}

fn client() -> (CancellationToken, Client) {
    let shutdown = CancellationToken::new();
    (shutdown.clone(), Client { shutdown, sent: 0 })
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_token_borrowed_and_owned() {
    let (shutdown, client) = client();
    cancelled(&shutdown, client.borrowed()).await;
    let (shutdown, client) = self::client();
    cancelled(&shutdown, client.boxed()).await;
    let (shutdown, mut client) = self::client();
    cancelled(&shutdown, client.owned()).await;
    assert_eq!(client.sent, 1);
    let (shutdown, mut client) = self::client();
    cancelled(&shutdown, client.send_by_trait()).await;
    let (shutdown, client) = self::client();
    let policy = RetryPolicy::builder().base(ms(60_000)).cap(ms(60_000)).build().unwrap();
    let call = policy.retry(|| ready(always_busy())).stop(client.shutdown.cancelled());
    cancelled(&shutdown, call).await;
}

#[retry(base = "1min", cap = "1h", stop = stopping.wait_for(|stop| *stop))]
async fn watches(stopping: &mut watch::Receiver<bool>) -> Result<u32, Failure> {
    always_busy()
}

#[tokio::test(start_paused = true)]
async fn a_watch() {
    let (stop, mut stopping) = watch::channel(false);
    let tell = async {
        sleep(ms(500)).await;
        stop.send_replace(true);
    };
    let (outcome, ()) = tokio::join!(watches(&mut stopping), tell);
    assert_eq!((outcome, calls()), (Err(Failure::Busy(1)), 1));
}

#[derive(Debug, PartialEq)]
enum Slow {
    Busy(u32),
    TimedOut,
}

impl From<TimedOut> for Slow {
    fn from(_: TimedOut) -> Self {
        Self::TimedOut
    }
}

/// The first attempt fails, and every other one takes too long.
#[retry(base = "1s", jitter = "none", timeout = "100ms", deadline = "1min", transient = |_| true, stop = stop)]
async fn slow_after_the_first(stop: impl Future) -> Result<u32, Slow> {
    match crate::common::call() {
        1 => Err(Slow::Busy(1)),
        _ => pending().await,
    }
}

#[retry(base = "1s", jitter = "none", timeout = "100ms", transient = |_| true, stop = stop)]
async fn always_slow(stop: impl Future) -> Result<u32, Slow> {
    crate::common::call();
    pending().await
}

/// As with a deadline, a timeout does not replace an outcome of the operation. If there is none, the timeout is the
/// error.
#[tokio::test(start_paused = true)]
async fn beside_a_timeout() {
    assert_eq!((slow_after_the_first(sleep(ms(2_000))).await, calls()), (Err(Slow::Busy(1)), 2));
    assert_eq!((always_slow(sleep(ms(500))).await, calls()), (Err(Slow::TimedOut), 1));
    let slow = policy().retry(|| {
        crate::common::call();
        pending::<Result<u32, Slow>>()
    });
    let slow = slow.transient(|_| true).stop(sleep(ms(500))).timeout(ms(100));
    assert_eq!((slow.await, calls()), (Err(Slow::TimedOut), 1));
}

#[retry(base = "1s", jitter = "none", transient = |_| true, until = |ready| *ready, stop = stop)]
async fn not_ready(stop: impl Future) -> Result<bool, Failure> {
    Ok(false)
}

#[tokio::test(start_paused = true)]
async fn the_last_value_is_returned_too() {
    assert_eq!(not_ready(sleep(ms(500))).await, Ok(false));
}

/// A running attempt may finish.
#[retry(transient = |_| true, stop = stop)]
async fn long(stop: impl Future) -> Result<&'static str, Failure> {
    sleep(ms(5_000)).await;
    Ok("done")
}

#[tokio::test(start_paused = true)]
async fn the_attempt_that_runs_may_end() {
    let mut call = pin!(long(sleep(ms(100))));
    assert!(timeout(ms(4_000), call.as_mut()).await.is_err());
    assert_eq!(call.await, Ok("done"));
}

#[retry(blocking, transient = |_| true, stop = || asked() > 1, sleep = |_| {})]
fn blocking(asked: impl Fn() -> u32) -> Result<u32, Failure> {
    always_busy()
}

#[test]
fn a_function_that_blocks_asks_before_each_wait() {
    let asked = Cell::new(0);
    let count = || {
        asked.set(asked.get() + 1);
        asked.get()
    };
    assert_eq!((blocking(count), calls(), asked.get()), (Err(Failure::Busy(2)), 2, 2));
}

#[derive(Debug, PartialEq)]
enum Guarded {
    Busy(u32),
    Open,
}

impl From<BreakerOpen> for Guarded {
    fn from(_: BreakerOpen) -> Self {
        Self::Open
    }
}

#[retry(base = "1s", jitter = "none", breaker = breaker, transient = |_| true, stop = stop)]
async fn behind_a_breaker(breaker: &CircuitBreaker, stop: impl Future) -> Result<u32, Guarded> {
    Err(Guarded::Busy(crate::common::call()))
}

/// The breaker counts the attempts that were made, and is not asked about the attempt that was not made.
#[tokio::test(start_paused = true)]
async fn beside_a_breaker() {
    let breaker = CircuitBreaker::builder().consecutive_failures(3).build().unwrap();
    assert_eq!((behind_a_breaker(&breaker, sleep(ms(1_500))).await, calls()), (Err(Guarded::Busy(2)), 2));
    assert_eq!(breaker.counts().failures, 2);
    let call = policy().retry(|| ready(Err::<u32, _>(Guarded::Busy(crate::common::call()))));
    let call = call.transient(|_| true).stop(sleep(ms(500))).breaker(&breaker);
    assert_eq!((call.await, calls()), (Err(Guarded::Busy(1)), 1));
    // The third failure in a row has opened the breaker, so it refuses the next call, also if that is told to stop.
    assert_eq!((behind_a_breaker(&breaker, ready(())).await, calls()), (Err(Guarded::Open), 0));
}

#[retry(nested = "once", base = "1s", jitter = "none", transient = |_| true, on_give_up = |event| told.on_give_up(event))]
async fn around(told: &Told, budget: &RetryBudget) -> Result<u32, Failure> {
    within(told, budget).await
}

#[retry(base = "1s", budget = budget, stop = ready(()), on_give_up = |event| told.on_give_up(event))]
async fn within(told: &Told, budget: &RetryBudget) -> Result<u32, Failure> {
    always_busy()
}

/// A nested call that is told to stop tells the outer call. It has taken no token, so none goes back.
#[tokio::test(start_paused = true)]
async fn within_an_attempt_of_another_call() {
    let (told, budget) = (Told::default(), RetryBudget::new(10, 0.5));
    assert!(budget.withdraw());
    assert_eq!((around(&told, &budget).await, calls()), (Err(Failure::Busy(1)), 1));
    assert_eq!(told.take(), ["stopped 1 at 0ns", "stopped 1 at 0ns"]);
    assert_eq!(thousandths(&budget), 9_000);
}
