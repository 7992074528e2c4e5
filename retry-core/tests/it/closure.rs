//! `RetryPolicy::retry`: its attempts, its waits and its outcome.

use std::cell::{Cell, RefCell};
use std::future::{Ready, ready};
use std::io::{Error, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use retry_core::{Backoff, Jitter, RetryPolicy, Transient, Verdict};

use crate::support::{Untouchable, ready_at_once, seeded};

/// An error that does not implement `Transient`.
#[derive(Debug, PartialEq)]
struct Numbered(u32);

fn attempts(attempts: u32) -> RetryPolicy {
    RetryPolicy::builder().attempts(attempts).build().unwrap()
}

/// A sleep that must not be called.
fn never(delay: Duration) -> Ready<()> {
    panic!("a sleep of {delay:?} was begun")
}

/// A sleep that takes no time and notes the delays.
fn recording(slept: &RefCell<Vec<Duration>>) -> impl Fn(Duration) -> Ready<()> {
    |delay| {
        slept.borrow_mut().push(delay);
        ready(())
    }
}

#[test]
fn three_attempts_wait_twice_as_the_seed_says_and_return_the_last_error() {
    let slept = RefCell::new(Vec::new());
    let calls = Cell::new(0);
    let outcome: Result<(), _> = ready_at_once(
        attempts(3)
            .retry(|| {
                calls.set(calls.get() + 1);
                ready(Err(Numbered(calls.get())))
            })
            .transient(|_| true)
            .rng(seeded(42))
            .sleep(recording(&slept)),
    );
    assert_eq!(outcome, Err(Numbered(3)));
    assert_eq!(calls.get(), 3);
    assert_eq!(slept.into_inner(), attempts(3).delays(seeded(42)).collect::<Vec<_>>());
}

#[test]
fn every_jitter_waits_what_delays_gives() {
    for jitter in [Jitter::Full, Jitter::Equal, Jitter::Decorrelated, Jitter::None] {
        let policy = RetryPolicy::builder().jitter(jitter).attempts(30).build().unwrap();
        let slept = RefCell::new(Vec::new());
        let failing = policy.retry(|| ready(Err::<(), _>(()))).transient(|()| true);
        assert_eq!(ready_at_once(failing.rng(seeded(5)).sleep(recording(&slept))), Err(()));
        assert_eq!(slept.into_inner(), policy.delays(seeded(5)).collect::<Vec<_>>(), "{jitter:?}");
    }
}

#[test]
fn a_permanent_error_returns_at_once() {
    let calls = Cell::new(0);
    let call = || {
        calls.set(calls.get() + 1);
        ready(Err::<(), _>(Numbered(calls.get())))
    };
    let outcome = ready_at_once(attempts(9).retry(call).transient(|_| false).rng(Untouchable).sleep(never));
    assert_eq!((outcome, calls.get()), (Err(Numbered(1)), 1));
}

#[test]
fn a_success_returns_at_once() {
    let calls = Cell::new(0);
    let call = || {
        calls.set(calls.get() + 1);
        ready(Ok::<_, Numbered>("answer"))
    };
    let unasked = |error: &Numbered| -> bool { panic!("asked about {error:?}") };
    let outcome = ready_at_once(attempts(9).retry(call).transient(unasked).rng(Untouchable).sleep(never));
    assert_eq!((outcome, calls.get()), (Ok("answer"), 1));
}

#[test]
fn a_single_attempt_is_never_repeated() {
    let calls = Cell::new(0);
    let call = || {
        calls.set(calls.get() + 1);
        ready(Err::<(), _>(Numbered(calls.get())))
    };
    let outcome = ready_at_once(attempts(1).retry(call).transient(|_| true).rng(Untouchable).sleep(never));
    assert_eq!((outcome, calls.get()), (Err(Numbered(1)), 1));
}

#[test]
fn it_ends_with_the_first_success_or_permanent_error() {
    for (last, expected) in [(Ok(7), Ok(7)), (Err(Numbered(99)), Err(Numbered(99)))] {
        let mut outcomes = vec![last, Err(Numbered(2)), Err(Numbered(1))];
        let slept = RefCell::new(Vec::new());
        let outcome = ready_at_once(
            attempts(9)
                .retry(|| ready(outcomes.pop().expect("no call after the end")))
                .transient(|error| error.0 < 10)
                .sleep(recording(&slept)),
        );
        assert_eq!(outcome, expected);
        assert_eq!(slept.into_inner().len(), 2);
    }
}

#[test]
fn without_a_predicate_the_error_is_asked() {
    let kinds = [ErrorKind::TimedOut, ErrorKind::ConnectionReset, ErrorKind::NotFound, ErrorKind::TimedOut];
    let mut left = kinds.iter();
    let outcome: Result<(), Error> =
        ready_at_once(attempts(9).retry(|| ready(Err(Error::from(*left.next().unwrap())))).sleep(|_| ready(())));
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(left.len(), 1, "three calls were made");
}

#[test]
fn a_shared_or_boxed_error_needs_no_predicate() {
    let mut calls = 0;
    let failing = || {
        calls += 1;
        ready(Err::<(), _>(Arc::new(Error::from(ErrorKind::TimedOut))))
    };
    assert!(ready_at_once(attempts(4).retry(failing).sleep(|_| ready(()))).is_err());
    assert_eq!(calls, 4);
    let dynamic =
        || -> Ready<Result<(), Box<dyn Transient>>> { ready(Err(Box::new(Error::from(ErrorKind::NotFound)))) };
    assert!(ready_at_once(attempts(4).retry(dynamic).sleep(never)).is_err());
}

#[test]
fn a_predicate_may_give_the_servers_hint() {
    let slept = RefCell::new(Vec::new());
    let hint = Duration::from_secs(10);
    let failing = attempts(3).retry(|| ready(Err::<(), _>(Numbered(0)))).transient(|_| Verdict::RetryAfter(hint));
    assert!(ready_at_once(failing.sleep(recording(&slept))).is_err());
    let slept = slept.into_inner();
    assert_eq!(slept.len(), 2);
    assert!(slept.iter().all(|delay| (hint..=hint + hint / 10).contains(delay)), "{slept:?}");
}

#[test]
fn a_hint_that_is_too_long_ends_the_call() {
    let calls = Cell::new(0);
    let call = || {
        calls.set(calls.get() + 1);
        ready(Err::<(), _>(Numbered(calls.get())))
    };
    let too_long = |_: &Numbered| Verdict::RetryAfter(Duration::from_secs(61));
    let outcome = ready_at_once(attempts(9).retry(call).transient(too_long).rng(Untouchable).sleep(never));
    assert_eq!((outcome, calls.get()), (Err(Numbered(1)), 1));
}

#[test]
fn closures_may_change_what_they_capture() {
    let (mut calls, mut judged) = (0, Vec::new());
    let failing = attempts(3)
        .retry(|| {
            calls += 1;
            let number = calls;
            async move { Err::<(), _>(Numbered(number)) }
        })
        .transient(|error| {
            judged.push(error.0);
            true
        });
    assert_eq!(ready_at_once(failing.sleep(|_| ready(()))), Err(Numbered(3)));
    assert_eq!(judged, [1, 2, 3]);
}

#[test]
fn async_closures_are_attempts() {
    let calls = Cell::new(0);
    let address = String::from("somewhere");
    let outcome = ready_at_once(
        attempts(5)
            .retry(async || {
                calls.set(calls.get() + 1);
                ready(()).await;
                if calls.get() < 3 { Err(Numbered(calls.get())) } else { Ok(address.len()) }
            })
            .transient(|_| true)
            .sleep(async |_| ready(()).await),
    );
    assert_eq!((outcome, calls.get()), (Ok(9), 3));
}

#[test]
fn the_settings_may_come_in_any_order() {
    let policy = attempts(4);
    let expected: Vec<_> = policy.delays(seeded(8)).collect();
    let failing = || ready(Err::<(), _>(Numbered(0)));
    let (one, other) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    let forwards = policy.retry(failing).name("n").transient(|_| true).on_retry(|_| ()).rng(seeded(8));
    assert!(ready_at_once(forwards.sleep(recording(&one))).is_err());
    let backwards = policy.retry(failing).sleep(recording(&other)).rng(seeded(8)).on_retry(|_| ());
    assert!(ready_at_once(backwards.transient(|_| true).name("n")).is_err());
    assert_eq!((one.into_inner(), other.into_inner()), (expected.clone(), expected));
}

/// A zero delay only yields, so it needs neither a runtime nor a timer.
#[test]
fn a_delay_of_zero_arms_no_timer() {
    let policy = RetryPolicy::builder().base(Duration::ZERO).jitter(Jitter::None).attempts(1_000).build().unwrap();
    let calls = Cell::new(0);
    let call = || {
        calls.set(calls.get() + 1);
        ready(Err::<(), _>(Numbered(calls.get())))
    };
    assert_eq!(ready_at_once(policy.retry(call).transient(|_| true)), Err(Numbered(1_000)));
}

#[test]
fn an_injected_sleep_is_asked_for_delays_of_zero_too() {
    let list = Backoff::Delays(const { &[Duration::ZERO, Duration::from_secs(1), Duration::ZERO] });
    let policy = RetryPolicy::builder().backoff(list).jitter(Jitter::None).build().unwrap();
    let slept = RefCell::new(Vec::new());
    let failing = policy.retry(|| ready(Err::<(), _>(Numbered(0)))).transient(|_| true);
    assert!(ready_at_once(failing.sleep(recording(&slept))).is_err());
    assert_eq!(slept.into_inner(), [0, 1, 0].map(Duration::from_secs));
}

#[tokio::test(start_paused = true)]
async fn with_nothing_injected_it_waits_on_the_clock_of_tokio() {
    let policy = RetryPolicy::builder().jitter(Jitter::Equal).build().unwrap();
    let began = tokio::time::Instant::now();
    let mut calls = 0;
    let outcome: Result<(), Error> = policy
        .retry(|| {
            calls += 1;
            ready(Err(Error::from(ErrorKind::TimedOut)))
        })
        .await;
    assert_eq!((outcome.unwrap_err().kind(), calls), (ErrorKind::TimedOut, 6));
    let worst = policy.schedule().worst_total();
    // Each of the five sleeps is rounded up to a millisecond.
    let rounding = Duration::from_millis(5);
    assert!((worst / 2..=worst + rounding).contains(&began.elapsed()), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn without_jitter_it_waits_exactly_the_ceilings() {
    let policy = RetryPolicy::builder().jitter(Jitter::None).build().unwrap();
    let began = tokio::time::Instant::now();
    let outcome = policy.retry(|| ready(Err::<(), _>(Numbered(0)))).transient(|_| true).await;
    assert_eq!(outcome, Err(Numbered(0)));
    assert_eq!(began.elapsed(), policy.schedule().worst_total());
}
