//! The allocations of a call: none, or one timer, and with the feature `metrics` the labels. The counter counts for the
//! thread of the test alone.

use std::future::ready;
use std::hint::black_box;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use allocation_counter::measure;
use retry_core::{Jitter, RetryPolicy, RetryState, Verdict};

use crate::support::{entered, poll_once, ready_at_once, seeded};

fn allocations<T>(run: impl FnOnce() -> T) -> u64 {
    measure(|| {
        black_box(run());
    })
    .count_total
}

/// The allocations for the labels of this number of ended calls and of waits.
fn labels(ended: u64, waits: u64) -> u64 {
    if cfg!(feature = "metrics") { ended + waits } else { 0 }
}

/// With a broken counter, every other test here would pass.
#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| Box::new(1)), 1);
}

#[test]
fn a_policy_and_its_delays_allocate_nothing() {
    let policy = black_box(RetryPolicy::default());
    assert_eq!(allocations(|| policy.ceiling(2_000)), 0);
    assert_eq!(allocations(|| policy.delays(seeded(1)).sum::<Duration>()), 0);
    assert_eq!(allocations(|| policy.schedule().worst_total()), 0);
    let mut state = RetryState::new(policy);
    assert_eq!(allocations(|| state.decide(Verdict::Transient, Duration::ZERO, None, seeded(1))), 0);
}

#[test]
fn a_success_allocates_nothing() {
    let (policy, _entered) = (RetryPolicy::default(), entered());
    let plain = || assert!(ready_at_once(policy.retry(|| ready(Ok::<_, std::io::Error>(1)))).is_ok());
    assert_eq!(allocations(plain), labels(1, 0));
    let with_everything = || {
        let call = policy.retry(async || Ok::<_, u8>(1)).transient(|_| true).on_retry(|_| ()).rng(seeded(1));
        assert!(ready_at_once(call.name("name").sleep(|_| ready(()))).is_ok());
    };
    assert_eq!(allocations(with_everything), labels(1, 0));
}

#[test]
fn a_permanent_error_allocates_nothing() {
    let _entered = entered();
    let failing = || {
        let call = RetryPolicy::default().retry(|| ready(Err::<(), _>(1))).transient(|_| false);
        assert!(ready_at_once(call).is_err());
    };
    assert_eq!(allocations(failing), labels(1, 0));
}

#[test]
fn a_retry_after_a_delay_of_zero_allocates_nothing() {
    let _entered = entered();
    // With full jitter, the call seeds its generator and draws from it.
    let policy = RetryPolicy::builder().base(Duration::ZERO).attempts(100).build().unwrap();
    let failing = || assert!(ready_at_once(policy.retry(|| ready(Err::<(), _>(1))).transient(|_| true)).is_err());
    assert_eq!(allocations(failing), labels(1, 99));
}

#[test]
fn an_injected_sleep_allocates_what_it_allocates_itself() {
    let _entered = entered();
    let failing = || {
        let call = RetryPolicy::default().retry(|| ready(Err::<(), _>(1))).transient(|_| true);
        assert!(ready_at_once(call.sleep(|_| ready(()))).is_err());
    };
    assert_eq!(allocations(failing), labels(1, 5));
}

#[tokio::test(start_paused = true)]
async fn a_real_sleep_allocates_its_timer_alone() {
    let policy = RetryPolicy::builder().jitter(Jitter::None).attempts(4).build().unwrap();
    let mut future = pin!(policy.retry(|| ready(Err::<(), _>(7))).transient(|_| true).into_future());
    for attempt in 1..policy.attempts() {
        let begin_to_wait = allocations(|| assert!(poll_once(future.as_mut()).is_pending()));
        assert!(begin_to_wait <= 1 + labels(0, 1), "{begin_to_wait} allocations after attempt {attempt}");
        assert_eq!(allocations(|| assert!(poll_once(future.as_mut()).is_pending())), 0, "while it waits");
        tokio::time::advance(policy.ceiling(attempt) + Duration::from_millis(1)).await;
    }
    let mut last = Poll::Pending;
    assert_eq!(allocations(|| last = poll_once(future.as_mut())), labels(1, 0), "the last attempt");
    assert_eq!(last, Poll::Ready(Err(7)));
}
