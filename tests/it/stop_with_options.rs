//! `stop = …` beside the other options: a timeout, `until`, `blocking`, a breaker, and a call around it.

use std::cell::Cell;
use std::future::{Future, pending, ready};
use std::pin::pin;

use retry_core::{BreakerOpen, CircuitBreaker, RetryBudget, TimedOut, retry};
use tokio::time::{sleep, timeout};

use crate::common::{Failure, always_busy, call, calls, ms, thousandths};
use crate::stop::{Told, policy};

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
    match call() {
        1 => Err(Slow::Busy(1)),
        _ => pending().await,
    }
}

#[retry(base = "1s", jitter = "none", timeout = "100ms", transient = |_| true, stop = stop)]
async fn always_slow(stop: impl Future) -> Result<u32, Slow> {
    call();
    pending().await
}

/// As with a deadline, a timeout does not replace an outcome of the operation. If there is none, the timeout is the
/// error.
#[tokio::test(start_paused = true)]
async fn beside_a_timeout() {
    assert_eq!((slow_after_the_first(sleep(ms(2_000))).await, calls()), (Err(Slow::Busy(1)), 2));
    assert_eq!((always_slow(sleep(ms(500))).await, calls()), (Err(Slow::TimedOut), 1));
    let slow = policy().retry(|| {
        call();
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
    Err(Guarded::Busy(call()))
}

/// The breaker counts the attempts that were made, and is not asked about the attempt that was not made.
#[tokio::test(start_paused = true)]
async fn beside_a_breaker() {
    let breaker = CircuitBreaker::builder().consecutive_failures(3).build().unwrap();
    assert_eq!((behind_a_breaker(&breaker, sleep(ms(1_500))).await, calls()), (Err(Guarded::Busy(2)), 2));
    assert_eq!(breaker.counts().failures, 2);
    let call = policy().retry(|| ready(Err::<u32, _>(Guarded::Busy(call()))));
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
