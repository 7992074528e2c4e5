//! One breaker and ten thousand calls at the same time.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use retry_core::{BreakerOpen, BreakerState, CircuitBreaker, Verdict, retry};

const CALLS: u64 = 10_000;
const PROBES: u32 = 3;

/// Polls a future at most so many times and drops it. Gives whether the future had ended.
async fn dropped_after<T>(polls: u32, future: impl Future<Output = T>) -> Option<T> {
    let (mut future, mut left) = (pin!(future), polls);
    poll_fn(|context| {
        if let Poll::Ready(output) = future.as_mut().poll(context) {
            return Poll::Ready(Some(output));
        }
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await
}

struct InFlight<'a>(&'a AtomicU32);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[retry(attempts = 1, breaker = breaker, breaker_open = |open| open, transient = |_| true)]
async fn probe(breaker: &CircuitBreaker, in_flight: &AtomicU32, most: &AtomicU32) -> Result<(), BreakerOpen> {
    let now = in_flight.fetch_add(1, Ordering::SeqCst) + 1;
    let _in_flight = InFlight(in_flight);
    most.fetch_max(now, Ordering::SeqCst);
    pending().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn there_are_never_more_probes_than_the_limit_and_dropped_ones_are_given_back() {
    let settings = CircuitBreaker::builder().consecutive_failures(1).probes(PROBES);
    let breaker = Arc::new(settings.open_for(Duration::from_millis(1)).build().unwrap());
    breaker.permit().unwrap().failed();
    tokio::time::sleep(Duration::from_millis(5)).await;
    let (in_flight, most) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let calls = (0..CALLS).map(|seed| {
        let (breaker, in_flight, most) = (Arc::clone(&breaker), Arc::clone(&in_flight), Arc::clone(&most));
        let polls = Xoshiro256PlusPlus::seed_from_u64(seed).random_range(0..20);
        tokio::spawn(async move { dropped_after(polls, probe(&breaker, &in_flight, &most)).await.is_none() })
    });
    let mut made = 0;
    for call in calls.collect::<Vec<_>>() {
        made += u32::from(call.await.unwrap());
    }
    assert!(made >= PROBES, "{made}");
    assert_eq!((most.load(Ordering::SeqCst), in_flight.load(Ordering::SeqCst)), (PROBES, 0));
    assert_eq!((breaker.state(), breaker.counts().probes_in_flight), (BreakerState::HalfOpen, 0));
    // Every place of a probe is free.
    let permits: Vec<_> = (0..PROBES).map(|_| breaker.permit().unwrap()).collect();
    assert!(breaker.permit().is_err());
    permits.into_iter().for_each(retry_core::BreakerPermit::succeeded);
    assert_eq!(breaker.state(), BreakerState::Closed);
}

#[derive(Debug)]
enum Answer {
    Transient,
    Permanent,
}

#[retry(
    attempts = 1,
    breaker = breaker,
    breaker_open = |open| unreachable!("it never opens: {open}"),
    transient = |error| if matches!(error, Answer::Transient) { Verdict::Transient } else { Verdict::Permanent }
)]
async fn call(breaker: &CircuitBreaker, answer: u32) -> Result<(), Answer> {
    tokio::task::yield_now().await;
    match answer {
        0 => Ok(()),
        1 => Err(Answer::Permanent),
        2 => Err(Answer::Transient),
        _ => pending().await,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_counts_of_ten_thousand_calls_are_exact() {
    let settings = CircuitBreaker::builder().minimum_attempts(u32::MAX);
    let breaker = Arc::new(settings.window(Duration::from_secs(10 * 24 * 60 * 60)).build().unwrap());
    // The breaker begins to count with a failure.
    breaker.permit().unwrap().failed();
    let calls = (0..CALLS).map(|seed| {
        let breaker = Arc::clone(&breaker);
        let answer = Xoshiro256PlusPlus::seed_from_u64(seed).random_range(0..4);
        tokio::spawn(async move { dropped_after(10, call(&breaker, answer)).await.map(|_| answer) })
    });
    let (mut attempts, mut failures) = (1, 1);
    for call in calls.collect::<Vec<_>>() {
        if let Some(answer) = call.await.unwrap() {
            attempts += 1;
            failures += u32::from(answer == 2);
        }
    }
    let counts = breaker.counts();
    assert_eq!((counts.attempts, counts.failures), (attempts, failures));
    assert!(failures > 2_000 && attempts > 6_000, "{counts:?}");
}
