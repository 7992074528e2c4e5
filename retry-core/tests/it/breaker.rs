//! A breaker by itself, at times that are handed in: its limits, when it opens, lets probes through and closes, and how it
//! prints. `tests/it/breaker.rs` at the top of the repository has it in calls.

use std::panic::catch_unwind;
use std::sync::Mutex;
use std::time::Duration;

use retry_core::{BreakerOpen, BreakerState, CircuitBreaker, CircuitBreakerBuilder, Transient, Verdict};

const MILLI: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Opens for 5 s.
fn settings() -> CircuitBreakerBuilder {
    CircuitBreaker::builder().name("stock").window(8 * SECOND).minimum_attempts(4)
}

/// One attempt after the other at this time: `F` fails, `S` succeeds.
fn attempts(breaker: &CircuitBreaker, now: Duration, ends: &str) {
    for end in ends.chars() {
        let permit = breaker.permit_at(now).unwrap();
        if end == 'F' { permit.failed_at(now) } else { permit.succeeded_at(now) }
    }
}

/// Of 3 failures in a row at 10 s.
fn opened(probes: u32) -> CircuitBreaker {
    let breaker = settings().consecutive_failures(3).probes(probes).build().unwrap();
    attempts(&breaker, 10 * SECOND, "FFF");
    assert_eq!(breaker.state(), BreakerState::Open);
    breaker
}

fn probes(breaker: &CircuitBreaker) -> (u32, u32) {
    assert_eq!(breaker.state(), BreakerState::HalfOpen);
    let counts = breaker.counts_at(20 * SECOND);
    (counts.probes_in_flight, counts.probes_succeeded)
}

#[test]
fn limits_are_inclusive() {
    let builder = CircuitBreaker::builder;
    for accepted in [
        builder().failure_ratio(f64::MIN_POSITIVE).failure_ratio(1.0),
        builder().window(8 * MILLI),
        builder().window(10 * DAY),
        builder().minimum_attempts(1),
        builder().consecutive_failures(1),
        builder().consecutive_failures(1_073_741_822),
        builder().open_for(MILLI),
        builder().open_for(365 * DAY),
        builder().probes(1),
        builder().probes(1_048_575),
    ] {
        assert!(accepted.build().is_ok(), "{accepted:?}");
    }
    for (refused, setting, message) in [
        (builder().failure_ratio(0.0), "failure_ratio", "use a number above 0 and at most 1"),
        (builder().failure_ratio(1.01), "failure_ratio", "use a number above 0 and at most 1"),
        (builder().failure_ratio(f64::NAN), "failure_ratio", "use a number above 0 and at most 1"),
        (builder().window(Duration::from_micros(7_999)), "window", "use 8 ms to 10 days"),
        (builder().window(10 * DAY + MILLI), "window", "use 8 ms to 10 days"),
        (builder().minimum_attempts(0), "minimum_attempts", "use 1 or more"),
        (builder().consecutive_failures(0), "consecutive_failures", "use 1 to 1,073,741,822"),
        (builder().consecutive_failures(1_073_741_823), "consecutive_failures", "use 1 to 1,073,741,822"),
        (builder().open_for(Duration::from_micros(999)), "open_for", "use 1 ms to 365 days"),
        (builder().open_for(365 * DAY + MILLI), "open_for", "use 1 ms to 365 days"),
        (builder().probes(0), "probes", "use 1 to 1,048,575"),
        (builder().probes(1_048_576), "probes", "use 1 to 1,048,575"),
    ] {
        let error = refused.build().unwrap_err();
        assert_eq!(error.setting(), setting);
        assert!(error.to_string().contains(message), "{error}");
        let panic = catch_unwind(|| refused.build_const()).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>(), Some(&error.to_string()));
    }
}

#[test]
fn it_opens_at_its_share_of_failures_and_not_before() {
    for (ends, opens) in [
        ("FSS", false),
        ("FSSS", false),
        ("FSSF", true),
        ("FFF", false),
        ("FFFF", true),
        ("FSSSF", false),
        ("FSSSFF", true),
        // The attempts before the first failure are not counted.
        ("SSSSSSFSSF", true),
    ] {
        let breaker = settings().build().unwrap();
        attempts(&breaker, SECOND, ends);
        assert_eq!(breaker.state() == BreakerState::Open, opens, "{ends}");
    }
    let breaker = settings().failure_ratio(1.0).build().unwrap();
    attempts(&breaker, SECOND, "FSFFFFFF");
    assert_eq!(breaker.state(), BreakerState::Closed);
    let counts = breaker.counts_at(SECOND);
    assert_eq!((counts.attempts, counts.failures, counts.consecutive_failures), (8, 7, 6));
}

#[test]
fn it_opens_after_failures_in_a_row() {
    let breaker = settings().minimum_attempts(100).consecutive_failures(3).build().unwrap();
    attempts(&breaker, SECOND, "FFSFF");
    assert_eq!((breaker.state(), breaker.counts_at(SECOND).consecutive_failures), (BreakerState::Closed, 2));
    attempts(&breaker, SECOND, "F");
    assert_eq!(breaker.state(), BreakerState::Open);
    assert_eq!(breaker.counts_at(SECOND), retry_core::BreakerCounts::default());
}

#[test]
fn what_has_left_the_window_is_not_counted() {
    let breaker = settings().build().unwrap();
    attempts(&breaker, SECOND, "FFF");
    let counted = |now| (breaker.counts_at(now).attempts, breaker.counts_at(now).failures);
    assert_eq!(counted(8 * SECOND), (3, 3));
    assert_eq!(counted(9 * SECOND), (0, 0));
    attempts(&breaker, 9 * SECOND, "F");
    assert_eq!((breaker.state(), counted(9 * SECOND)), (BreakerState::Closed, (1, 1)));
    // The last failure has left: it no longer counts what succeeds.
    attempts(&breaker, 18 * SECOND, "SS");
    assert_eq!(counted(18 * SECOND), (0, 0));
}

#[test]
fn an_open_breaker_refuses_until_its_time_is_up() {
    let breaker = opened(1);
    for (now, left) in [
        (10 * SECOND, Some(5 * SECOND)),
        (12 * SECOND, Some(3 * SECOND)),
        (Duration::from_millis(14_999), Some(MILLI)),
        (15 * SECOND, None),
        // A clock that has gone back further than the breaker opens for says nothing.
        (Duration::from_millis(9_999), None),
    ] {
        assert_eq!(breaker.until_probe_at(now), left, "{now:?}");
        if left.is_some() {
            assert_eq!(breaker.permit_at(now).unwrap_err(), BreakerOpen::new("stock", left));
        }
    }
    drop(breaker.permit_at(15 * SECOND).unwrap());
    assert_eq!((breaker.state(), breaker.until_probe_at(12 * SECOND)), (BreakerState::HalfOpen, None));
}

#[test]
fn probes_are_as_many_as_were_set() {
    let breaker = opened(3);
    let now = 15 * SECOND;
    let (first, second, third) =
        (breaker.permit_at(now).unwrap(), breaker.permit_at(now).unwrap(), breaker.permit_at(now));
    assert_eq!(probes(&breaker), (3, 0));
    assert_eq!(breaker.permit_at(now).unwrap_err(), BreakerOpen::new("stock", None));
    first.succeeded_at(now);
    assert_eq!(probes(&breaker), (2, 1));
    assert!(breaker.permit_at(now).is_err(), "one has succeeded and two are under way");
    // One that is dropped makes room for another.
    drop(second);
    assert_eq!(probes(&breaker), (1, 1));
    breaker.permit_at(now).unwrap().succeeded_at(now);
    assert_eq!(probes(&breaker), (1, 2));
    third.unwrap().succeeded_at(now);
    assert_eq!(breaker.state(), BreakerState::Closed);
    assert_eq!(breaker.counts_at(now), retry_core::BreakerCounts::default());
    attempts(&breaker, now, "FF");
    assert_eq!(breaker.state(), BreakerState::Closed);
}

#[test]
fn a_probe_that_fails_opens_it_anew_and_late_ends_count_nothing() {
    let breaker = opened(2);
    let (first, second) = (breaker.permit_at(15 * SECOND).unwrap(), breaker.permit_at(15 * SECOND).unwrap());
    first.failed_at(16 * SECOND);
    assert_eq!(breaker.until_probe_at(16 * SECOND), Some(5 * SECOND));
    let third = breaker.permit_at(21 * SECOND).unwrap();
    // Of the probes before.
    drop(second);
    assert_eq!(probes(&breaker), (1, 0));
    third.succeeded_at(21 * SECOND);
    assert_eq!(probes(&breaker), (0, 1));
    let late = breaker.permit_at(21 * SECOND).unwrap();
    breaker.permit_at(21 * SECOND).unwrap_err();
    late.failed_at(22 * SECOND);
    assert_eq!(breaker.state(), BreakerState::Open);

    // Of a time when it was closed.
    let breaker = settings().consecutive_failures(3).build().unwrap();
    let ends: Vec<_> = (0..6).map(|_| breaker.permit_at(SECOND).unwrap()).collect();
    let mut ends = ends.into_iter();
    ends.by_ref().take(3).for_each(|permit| permit.failed_at(SECOND));
    ends.next().unwrap().failed_at(2 * SECOND);
    assert_eq!(breaker.until_probe_at(2 * SECOND), Some(4 * SECOND));
    let probe = breaker.permit_at(6 * SECOND).unwrap();
    ends.next().unwrap().succeeded_at(6 * SECOND);
    assert_eq!(probes(&breaker), (1, 0));
    probe.succeeded_at(6 * SECOND);
    ends.next().unwrap().failed_at(6 * SECOND);
    assert_eq!((breaker.state(), breaker.counts_at(6 * SECOND).attempts), (BreakerState::Closed, 0));
}

#[test]
fn the_hook_is_told_of_each_change() {
    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let builder = settings().consecutive_failures(1);
    let breaker = builder.on_transition(|change| TOLD.lock().unwrap().push(change.to_string())).build().unwrap();
    attempts(&breaker, SECOND, "SF");
    breaker.permit_at(6 * SECOND).unwrap().failed_at(6 * SECOND);
    breaker.permit_at(11 * SECOND).unwrap().succeeded_at(11 * SECOND);
    assert_eq!(
        *TOLD.lock().unwrap(),
        [
            "stock: closed, now open",
            "stock: open, now half-open",
            "stock: half-open, now open",
            "stock: open, now half-open",
            "stock: half-open, now closed",
        ]
    );
}

#[test]
fn it_prints_its_name_and_state() {
    let breaker = opened(1);
    assert_eq!(format!("{breaker:?}"), "CircuitBreaker { name: \"stock\", state: Open, .. }");
    let open = breaker.permit_at(12 * SECOND).unwrap_err();
    assert_eq!(open.to_string(), "the circuit breaker `stock` is open, and its next probe is due in 3s");
    assert_eq!((open.name(), open.next_probe(), open.verdict()), ("stock", Some(3 * SECOND), Verdict::Permanent));
    let _probe = breaker.permit_at(15 * SECOND).unwrap();
    let open = breaker.permit_at(15 * SECOND).unwrap_err();
    assert_eq!(open.to_string(), "the circuit breaker `stock` is open, and its next probe is under way");
    assert_eq!(std::io::Error::from(open).to_string(), open.to_string());
}

/// On the clock of the thread, as nothing else is there.
#[test]
fn it_reads_the_clock_by_itself() {
    let breaker = settings().minimum_attempts(100).consecutive_failures(3).open_for(365 * DAY).build().unwrap();
    breaker.permit().unwrap().succeeded();
    breaker.permit().unwrap().failed();
    assert_eq!((breaker.counts().attempts, breaker.counts().failures), (1, 1));
    breaker.permit().unwrap().succeeded();
    assert_eq!(breaker.counts().attempts, 2);
    (0..3).for_each(|_| breaker.permit().unwrap().failed());
    let left = breaker.until_probe().unwrap();
    assert!(left > 364 * DAY && left <= 365 * DAY, "{left:?}");
    assert!(breaker.permit().is_err());
}

#[test]
fn the_time_of_the_next_probe_is_for_people() {
    for (due, text) in [
        (Duration::from_nanos(999), "999ns"),
        (Duration::from_nanos(1_500), "1.5µs"),
        (Duration::from_nanos(1_234_567), "1.235ms"),
        (Duration::from_nanos(1_234_567_890), "1.235s"),
        (59 * SECOND, "59s"),
        (60 * SECOND, "1min"),
        (61 * SECOND, "1min 1s"),
        (3_599 * SECOND, "59min 59s"),
        (3_600 * SECOND, "1h"),
        (5_400 * SECOND, "1h 30min"),
        (Duration::from_secs(86_399), "23h 59min"),
        (DAY, "1d"),
        (200_000 * SECOND, "2d 7h"),
        (Duration::MAX, "the longest time possible"),
    ] {
        let open = BreakerOpen::new("stock", Some(due)).to_string();
        assert!(open.ends_with(&format!(" due in {text}")), "{open}");
    }
}
