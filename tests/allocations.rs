//! What an annotated function allocates: nothing, or one timer per wait. The counter counts for the thread of the
//! test alone.

mod common;

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use allocation_counter::measure;
use common::{Failure, NoDraw, at_once};
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

/// Without it a broken counter would let every other test here pass.
#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| Box::new(1)), 1);
}

#[test]
fn success_and_permanent_errors_allocate_nothing() {
    let mut client = Client { calls: 0 };
    assert_eq!(allocations(|| assert_eq!(at_once(client.answer(Ok(7))), Ok(7))), 0);
    assert_eq!(allocations(|| assert_eq!(at_once(client.answer(Err(Failure::Broken(7)))), Err(Failure::Broken(7)))), 0);
    assert_eq!(client.calls, 2);
}

#[test]
fn delays_of_zero_allocate_nothing() {
    let mut client = Client { calls: 0 };
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
