//! What an annotated function allocates: nothing, or one timer per wait. The counter counts for the thread of the
//! test alone.

use std::cell::Cell;
use std::future::pending;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::common::{Failure, NoDraw, at_once, entered};
use allocation_counter::measure;
use retry_core::retry;

fn allocations<T>(run: impl FnOnce() -> T) -> u64 {
    measure(|| {
        black_box(run());
    })
    .count_total
}

struct Client {
    calls: u32,
}

impl Client {
    #[retry(rng = NoDraw, on_retry = |event| drop(event.to_string()), context = attempt)]
    async fn answer(&mut self, outcome: Result<u32, Failure>) -> Result<u32, Failure> {
        self.calls += attempt.number;
        outcome.clone()
    }

    #[retry(base = "0s", attempts = 100)]
    async fn fail_at_once(&mut self) -> Result<(), Failure> {
        self.calls += 1;
        Err(Failure::Busy(self.calls))
    }

    #[retry(jitter = "none", attempts = 3)]
    async fn fail_after_waits(&mut self) -> Result<(), Failure> {
        self.calls += 1;
        Err(Failure::Busy(self.calls))
    }

    #[retry(blocking, base = "0s")]
    fn block(&mut self) -> Result<(), Failure> {
        self.calls += 1;
        Err(Failure::Busy(self.calls))
    }
}

/// With a broken counter, every other test here would pass.
#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| Box::new(1)), 1);
}

#[test]
fn success_and_permanent_errors_allocate_nothing() {
    let (mut client, _entered) = (Client { calls: 0 }, entered());
    assert_eq!(allocations(|| assert_eq!(at_once(client.answer(Ok(7))), Ok(7))), 0);
    assert_eq!(allocations(|| assert_eq!(at_once(client.answer(Err(Failure::Broken(7)))), Err(Failure::Broken(7)))), 0);
    assert_eq!(client.calls, 2);
}

#[test]
fn delays_of_zero_allocate_nothing() {
    let (mut client, _entered) = (Client { calls: 0 }, entered());
    assert_eq!(allocations(|| assert_eq!(at_once(client.fail_at_once()), Err(Failure::Busy(100)))), 0);
    assert_eq!(allocations(|| assert_eq!(client.block(), Err(Failure::Busy(106)))), 0);
}

#[tokio::test(start_paused = true)]
async fn a_real_sleep_allocates_its_timer_alone() {
    let mut client = Client { calls: 0 };
    let mut call = pin!(client.fail_after_waits());
    let mut poll = || call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    for wait in 1..3 {
        let begun = allocations(|| assert!(poll().is_pending()));
        assert!(begun <= 1, "{begun} allocations for wait {wait}");
        assert_eq!(allocations(|| assert!(poll().is_pending())), 0, "while it waits");
        tokio::time::advance(Duration::from_secs(2)).await;
    }
    let mut last = Poll::Pending;
    assert_eq!(allocations(|| last = poll()), 0, "the last attempt");
    assert_eq!(last, Poll::Ready(Err(Failure::Busy(3))));
}

#[derive(Clone, Copy, Debug)]
enum End {
    Success,
    Error,
    Panic,
    GivenUpInAnAttempt,
    GivenUpInAWait,
}

/// The third attempt, if there is one, ends the call.
async fn third_time(attempts: &Cell<u32>, end: End) -> Result<(), Failure> {
    attempts.set(attempts.get() + 1);
    match end {
        _ if attempts.get() < 3 => Err(Failure::Busy(attempts.get())),
        End::Success => Ok(()),
        End::Error => Err(Failure::Broken(3)),
        // `panic!` would print a message, and the test harness would allocate for that.
        End::Panic => resume_unwind(Box::new("the third attempt")),
        End::GivenUpInAnAttempt | End::GivenUpInAWait => pending().await,
    }
}

#[retry(jitter = "none")]
async fn inline(attempts: &Cell<u32>, end: End) -> Result<(), Failure> {
    third_time(attempts, end).await
}

#[retry(jitter = "none")]
async fn future_of_its_own(attempts: &Cell<u32>, end: End) -> Result<(), Failure> {
    third_time(attempts, end).await?;
    Ok(())
}

/// How many allocations of a call are not freed when it has ended.
async fn left_of<F: Future>(end: End, call: impl FnOnce() -> F) -> i64 {
    let mut future = None;
    let mut left = measure(|| future = Some(Box::pin(call()))).count_current;
    let mut future = future.unwrap();
    let polls = if matches!(end, End::GivenUpInAWait) { 2 } else { 3 };
    for _ in 0..polls {
        tokio::time::advance(Duration::from_secs(2)).await;
        let poll = || drop(future.as_mut().poll(&mut Context::from_waker(Waker::noop())));
        left += measure(|| drop(catch_unwind(AssertUnwindSafe(poll)))).count_current;
    }
    left + measure(|| drop(future)).count_current
}

/// At the end of a call the expansion forgets its state instead of dropping it, so everything has to be dropped before.
#[tokio::test(start_paused = true)]
async fn nothing_is_left_of_a_call_however_it_ends() {
    for end in [End::Success, End::Error, End::Panic, End::GivenUpInAnAttempt, End::GivenUpInAWait] {
        let attempts = Cell::new(0);
        assert_eq!(left_of(end, || inline(&attempts, end)).await, 0, "inline, {end:?}");
        let expected = if matches!(end, End::GivenUpInAWait) { 2 } else { 3 };
        assert_eq!(attempts.take(), expected, "inline, {end:?}");
        assert_eq!(left_of(end, || future_of_its_own(&attempts, end)).await, 0, "future of its own, {end:?}");
        assert_eq!(attempts.take(), expected, "future of its own, {end:?}");
    }
}
