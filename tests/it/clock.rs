//! `clock = …`: a call goes by the clock that it was given, and by no other.

use std::cell::Cell;
use std::future::{pending, ready};
use std::io;
use std::time::Duration;

use retry_core::testing::Scope;
use retry_core::{GiveUpReason, Retrier, RetryPolicy, retry};

use crate::common::{Failure, always_busy, ms};

const HOUR: Duration = Duration::from_secs(3_600);

/// Each attempt takes a second on this clock alone. The waits take time on the runtime's.
#[retry(jitter = "none", attempts = unlimited, deadline = "3s", clock = || uptime.get(), on_give_up = |event| end.set(Some((event.reason, event.elapsed))))]
async fn read(uptime: &Cell<Duration>, end: &Cell<Option<(GiveUpReason, Duration)>>) -> Result<u32, Failure> {
    uptime.set(uptime.get() + ms(1_000));
    always_busy()
}

#[tokio::test(start_paused = true)]
async fn a_deadline() {
    let (uptime, end) = (Cell::new(HOUR), Cell::new(None));
    read(&uptime, &end).await.unwrap_err();
    // After the second attempt a wait of a second would end at the deadline, and after the third one of two past it.
    assert_eq!(end.get(), Some((GiveUpReason::Deadline, ms(3_000))));
}

#[tokio::test(start_paused = true)]
async fn waits_that_a_scope_skips_take_time_on_it_too() {
    let (uptime, end) = (Cell::new(HOUR), Cell::new(None));
    Scope::new().run(read(&uptime, &end)).await.unwrap_err();
    assert_eq!(end.get(), Some((GiveUpReason::Deadline, ms(2_500))));
    Scope::new().with_virtual_clock().run(read(&uptime, &end)).await.unwrap_err();
    assert_eq!(end.get(), Some((GiveUpReason::Deadline, ms(1_500))));
}

#[test]
fn a_function_that_blocks() {
    #[retry(blocking, jitter = "none", factor = 1, base = "1s", attempts = unlimited, deadline = "9s", clock = || uptime.get(), sleep = |delay| uptime.set(uptime.get() + delay))]
    fn count(uptime: &Cell<Duration>, calls: &mut u32) -> Result<u32, Failure> {
        *calls += 1;
        always_busy()
    }
    let (uptime, mut calls) = (Cell::new(HOUR), 0);
    count(&uptime, &mut calls).unwrap_err();
    assert_eq!((calls, uptime.get()), (10, HOUR + ms(9_000)));
}

/// A clock is called only where someone asks for the time.
#[tokio::test(start_paused = true)]
async fn a_policy_without_a_deadline_reads_none() {
    #[retry(policy = policy, clock = || { reads.set(reads.get() + 1); HOUR })]
    async fn fail(policy: RetryPolicy, reads: &Cell<u32>) -> Result<u32, Failure> {
        always_busy()
    }
    let reads = Cell::new(0);
    fail(RetryPolicy::default().with_attempts(3), &reads).await.unwrap_err();
    assert_eq!(reads.get(), 0);
    fail(RetryPolicy::default().with_attempts(3).with_deadline(HOUR), &reads).await.unwrap_err();
    // At the beginning, and after each attempt.
    assert_eq!(reads.get(), 4);
}

#[tokio::test(start_paused = true)]
async fn closures_and_what_is_left_for_an_attempt() {
    let uptime = Cell::new(HOUR);
    let policy = RetryPolicy::builder().deadline(ms(10_000)).build().unwrap();
    let attempt = || {
        uptime.set(uptime.get() + ms(4_000));
        ready(Err::<(), _>(io::Error::from(io::ErrorKind::TimedOut)))
    };
    let call = policy.retry(attempt).clock(|| uptime.get()).sleep(|_| ready(()));
    let (_, report) = call.run_with_report().await;
    assert_eq!((report.attempts, report.elapsed, report.gave_up), (3, ms(12_000), Some(GiveUpReason::Deadline)));

    // The first attempt has used up all but a second of the time, which the second one then has.
    let begun = tokio::time::Instant::now();
    let mut made = 0;
    let call = policy.retry_async_closure(async || {
        made += 1;
        if made == 1 {
            uptime.set(uptime.get() + ms(9_000));
            return Err(io::Error::from(io::ErrorKind::WouldBlock));
        }
        pending::<io::Result<()>>().await
    });
    let call = call.clock(|| uptime.get()).sleep(|_| ready(())).timeout(HOUR);
    let error = call.run_with_report().await.0.unwrap_err();
    assert_eq!((error.kind(), begun.elapsed()), (io::ErrorKind::WouldBlock, ms(1_000)));
}

/// A closure and a function read the clock of a call with a retrier only if the retrier needs the time.
#[tokio::test(start_paused = true)]
async fn a_retrier_that_needs_no_time_reads_none() {
    #[retry(with = retries, timeout = None, breaker = None, clock = || { reads.set(reads.get() + 1); HOUR })]
    async fn fail(retries: &Retrier, reads: &Cell<u32>) -> Result<u32, Failure> {
        always_busy()
    }
    let policy = RetryPolicy::default().with_attempts(3);
    let retrier = Retrier::new(policy);
    // With a deadline or a hook: at the beginning, and after each attempt.
    for (retries, expected) in [
        (retrier.clone(), 0),
        (Retrier::new(policy.with_deadline(HOUR)), 4),
        (retrier.clone().on_retry(|_| {}), 4),
        (retrier.on_give_up(|_| {}), 4),
    ] {
        let reads = Cell::new(0);
        fail(&retries, &reads).await.unwrap_err();
        assert_eq!(reads.take(), expected, "function of {retries:?}");
        let count = || {
            reads.set(reads.get() + 1);
            HOUR
        };
        let call = retries.retry(|| ready(always_busy())).no_timeout().no_breaker().clock(count);
        reads.set(0);
        call.await.unwrap_err();
        assert_eq!(reads.take(), expected, "closure of {retries:?}");
    }
}

/// The first attempt begins even if the deadline has come before it.
#[tokio::test(start_paused = true)]
async fn a_clock_that_is_past_the_deadline_before_the_first_attempt() {
    #[retry(deadline = "1s", timeout = "500ms", timed_out = |_| Failure::Busy(0), clock = || uptime.replace(HOUR))]
    async fn answer(uptime: &Cell<Duration>) -> Result<u32, Failure> {
        Ok(7)
    }
    assert_eq!(answer(&Cell::new(Duration::ZERO)).await, Ok(7));
}
