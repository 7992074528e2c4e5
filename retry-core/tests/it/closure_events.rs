//! What `on_retry` gets, and when it is not called.

use std::future::ready;
use std::time::Duration;

use retry_core::{DelaySource, Jitter, RetryPolicy, Step, Verdict};

use crate::support::{Always, ready_at_once, seeded};

fn unjittered(attempts: u32) -> RetryPolicy {
    RetryPolicy::builder().jitter(Jitter::None).attempts(attempts).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn an_event_holds_the_failed_attempt_and_the_wait_to_come() {
    let mut calls = 0;
    let mut events = Vec::new();
    let outcome: Result<(), String> = unjittered(4)
        .retry(|| {
            calls += 1;
            let text = format!("failure {calls}");
            async move {
                tokio::time::sleep(Duration::from_millis(100)).await;
                Err(text)
            }
        })
        .name("orders")
        .transient(|_| true)
        .on_retry(|event| {
            events.push((
                event.name,
                event.attempt,
                event.failure.to_string(),
                event.delay,
                event.source,
                event.elapsed,
            ));
        })
        .await;
    assert_eq!(outcome, Err("failure 4".to_owned()));
    let event = |attempt: u32, delay, elapsed| {
        let (delay, elapsed) = (Duration::from_millis(delay), Duration::from_millis(elapsed));
        ("orders", attempt, format!("failure {attempt}"), delay, DelaySource::Backoff, elapsed)
    };
    // `elapsed` has the attempts of 100 ms and the waits before them.
    assert_eq!(events, [event(1, 500, 100), event(2, 1_000, 700), event(3, 2_000, 1_800)]);
}

/// The clock starts with the first poll, and not when the call is made.
#[tokio::test(start_paused = true)]
async fn elapsed_counts_from_the_first_poll() {
    let mut elapsed = Vec::new();
    let failing = unjittered(2).retry(|| ready(Err::<(), _>(()))).transient(|()| true);
    let call = failing.on_retry(|event| elapsed.push(event.elapsed));
    tokio::time::sleep(Duration::from_secs(3)).await;
    let future = call.into_future();
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(future.await, Err(()));
    assert_eq!(elapsed, [Duration::ZERO]);
}

#[test]
fn an_event_reads_as_one_log_line() {
    let mut lines = Vec::new();
    let outcome: Result<(), &str> = ready_at_once(
        unjittered(3)
            .retry(|| ready(Err("connection reset")))
            .name("orders")
            .transient(|_| true)
            .sleep(|_| ready(()))
            .on_retry(|event| lines.push(event.to_string())),
    );
    assert!(outcome.is_err());
    assert_eq!(
        lines,
        [
            "orders: attempt 1 failed: connection reset; next in 500ms (backoff)",
            "orders: attempt 2 failed: connection reset; next in 1s (backoff)",
        ]
    );
}

#[test]
fn a_servers_hint_is_named_as_the_source() {
    let mut lines = Vec::new();
    let failing = unjittered(3).retry(|| ready(Err::<(), _>("slow down"))).sleep(|_| ready(()));
    let hinted = failing.rng(crate::support::Always(0)).transient(|_| Verdict::RetryAfter(Duration::from_secs(1)));
    assert!(ready_at_once(hinted.on_retry(|event| lines.push((event.source, event.to_string())))).is_err());
    let line = "it::closure_events::a_servers_hint_is_named_as_the_source: attempt 1 failed: slow down; next in 1s (retry-after)".to_owned();
    assert_eq!(lines[0], (DelaySource::RetryAfter, line));
    // The second delay of the curve is as long as the hint.
    assert_eq!(lines[1].0, DelaySource::Backoff);
    assert_eq!(lines.len(), 2);
}

#[test]
fn the_delay_told_is_the_delay_slept() {
    let policy = RetryPolicy::default();
    let mut told = Vec::new();
    let failing = policy.retry(|| ready(Err::<(), _>(()))).transient(|()| true).rng(seeded(9)).sleep(|_| ready(()));
    assert!(ready_at_once(failing.on_retry(|event| told.push(event.delay))).is_err());
    assert_eq!(told, policy.delays(seeded(9)).collect::<Vec<_>>());
}

/// Each call has a generator of its own, so another call's draws do not change the schedule.
#[tokio::test(start_paused = true)]
async fn calls_side_by_side_do_not_disturb_each_other() {
    let policy = RetryPolicy::default();
    let told = async |seed| {
        let mut delays = Vec::new();
        let failing = policy.retry(|| ready(Err::<(), _>(()))).transient(|()| true).rng(seeded(seed));
        assert!(failing.on_retry(|event| delays.push(event.delay)).await.is_err());
        delays
    };
    let (one, other) = tokio::join!(told(1), told(2));
    assert_eq!(one, policy.delays(seeded(1)).collect::<Vec<_>>());
    assert_eq!(other, policy.delays(seeded(2)).collect::<Vec<_>>());
}

#[test]
fn without_a_generator_every_call_has_a_schedule_of_its_own() {
    let told = || {
        let mut delays = Vec::new();
        let failing = RetryPolicy::default().retry(|| ready(Err::<(), _>(()))).transient(|()| true);
        let call = failing.sleep(|_| ready(())).on_retry(|event| delays.push(event.delay));
        assert!(ready_at_once(call).is_err());
        delays
    };
    assert_ne!(told(), told(), "five delays to the nanosecond");
}

#[test]
fn a_loop_by_hand_gets_what_chose_the_delay() {
    let verdict = |hint: &u64| Verdict::RetryAfter(Duration::from_secs(*hint));
    let mut call = unjittered(3).start_blocking().transient(verdict).rng(Always(0));
    for (hint, chosen, seconds) in [(9, DelaySource::RetryAfter, 9), (1, DelaySource::Backoff, 1)] {
        let Step::Wait { delay, source } = call.next(Err::<(), _>(hint)) else { panic!("attempts are left") };
        assert_eq!((delay, source), (Duration::from_secs(seconds), chosen));
    }
}

#[test]
fn nothing_is_told_when_nothing_follows() {
    let silent = |policy: RetryPolicy, outcome: Result<(), &'static str>| {
        let call = policy.retry(|| ready(outcome)).transient(|error| *error == "transient");
        let call = call.on_retry(|event| panic!("told of {event}"));
        assert_eq!(ready_at_once(call), outcome);
    };
    silent(unjittered(6), Ok(()));
    silent(unjittered(6), Err("permanent"));
    silent(unjittered(1), Err("transient"));
}

#[test]
fn an_event_can_be_printed_without_a_printable_error() {
    struct Opaque;
    let mut told = 0;
    let failing = unjittered(2).retry(|| ready(Err::<(), _>(Opaque))).transient(|_| true).sleep(|_| ready(()));
    let call = failing.on_retry(|event| told += event.attempt);
    assert!(ready_at_once(call).is_err());
    assert_eq!(told, 1);
}

#[test]
fn the_debug_form_says_which_call_it_is() {
    let call = unjittered(2).retry(|| ready(Ok::<(), ()>(()))).name("orders").transient(|()| true);
    assert_eq!(format!("{call:?}"), "Retry { name: \"orders\", .. }");
}
