//! The answers of the decision layer, the order of its questions, and its random draws.

use std::time::Duration;

use proptest::prelude::*;
use retry_core::{Backoff, Decision, DelaySource, GiveUpReason, Jitter, RetryPolicy, RetryState, Verdict};

use crate::support::policies::{config, duration, policy};
use crate::support::{Always, Counting, Untouchable, seeded};

const SECOND: Duration = Duration::from_secs(1);

fn attempts(attempts: u32) -> RetryPolicy {
    RetryPolicy::builder().attempts(attempts).build().unwrap()
}

/// A second each time, without jitter, with hints of up to ten seconds.
fn steady() -> RetryPolicy {
    let builder = RetryPolicy::builder().backoff(Backoff::Constant).base(SECOND).jitter(Jitter::None);
    builder.retry_after_cap(SECOND * 10).build().unwrap()
}

fn hinted(policy: RetryPolicy, hint: Duration, bits: u64) -> Decision {
    RetryState::new(policy).decide(Verdict::RetryAfter(hint), Duration::ZERO, None, Always(bits))
}

fn backoff(delay: Duration) -> Decision {
    Decision::Wait { delay, source: DelaySource::Backoff }
}

fn retry_after(delay: Duration) -> Decision {
    Decision::Wait { delay, source: DelaySource::RetryAfter }
}

#[test]
fn a_bool_is_a_verdict() {
    assert_eq!(Verdict::from(true), Verdict::Transient);
    assert_eq!(Verdict::from(false), Verdict::Permanent);
}

#[test]
fn attempts_are_counted_from_one() {
    let mut state = RetryState::new(attempts(3));
    assert_eq!((state.attempt(), state.is_last()), (1, false));
    assert!(matches!(state.decide(Verdict::Transient, Duration::ZERO, None, seeded(1)), Decision::Wait { .. }));
    assert_eq!((state.attempt(), state.is_last()), (2, false));
    assert!(matches!(state.decide(Verdict::Transient, Duration::ZERO, None, seeded(1)), Decision::Wait { .. }));
    assert_eq!((state.attempt(), state.is_last()), (3, true));
    for _ in 0..3 {
        assert_eq!(
            state.decide(Verdict::Transient, Duration::ZERO, None, Untouchable),
            Decision::GiveUp(GiveUpReason::Attempts)
        );
        assert_eq!((state.attempt(), state.is_last()), (3, true));
    }
}

#[test]
fn a_single_attempt_is_the_last() {
    let mut state = RetryState::new(attempts(1));
    assert_eq!((state.attempt(), state.is_last()), (1, true));
    assert_eq!(
        state.decide(Verdict::Transient, Duration::ZERO, None, Untouchable),
        Decision::GiveUp(GiveUpReason::Attempts)
    );
}

#[test]
fn permanent_is_asked_before_attempts() {
    let mut state = RetryState::new(attempts(1));
    assert_eq!(
        state.decide(Verdict::Permanent, Duration::ZERO, None, Untouchable),
        Decision::GiveUp(GiveUpReason::Permanent)
    );
}

#[test]
fn attempts_are_asked_before_retry_after() {
    let mut state = RetryState::new(attempts(1));
    let endless = Verdict::RetryAfter(Duration::MAX);
    assert_eq!(state.decide(endless, Duration::ZERO, None, Untouchable), Decision::GiveUp(GiveUpReason::Attempts));
    let mut state = RetryState::new(attempts(2));
    assert_eq!(
        state.decide(endless, Duration::ZERO, None, Untouchable),
        Decision::GiveUp(GiveUpReason::RetryAfterTooLong)
    );
}

#[test]
fn a_stop_leaves_the_state_as_it_was() {
    let mut state = RetryState::new(attempts(3));
    let _ = state.decide(Verdict::Permanent, Duration::ZERO, None, Untouchable);
    let _ = state.decide(Verdict::RetryAfter(Duration::MAX), Duration::ZERO, None, Untouchable);
    assert_eq!((state.attempt(), state.is_last()), (1, false));
    let delay = attempts(3).delays(seeded(4)).next().unwrap();
    assert_eq!(state.decide(Verdict::Transient, Duration::ZERO, None, seeded(4)), backoff(delay));
}

#[test]
fn a_wait_draws_what_delays_draws() {
    let mut rng = Counting::new();
    let drawn = attempts(2).delays(&mut rng).next().unwrap();
    let one_delay = rng.draws;
    let mut rng = Counting::new();
    assert_eq!(RetryState::new(attempts(2)).decide(Verdict::Transient, Duration::ZERO, None, &mut rng), backoff(drawn));
    assert_eq!(rng.draws, one_delay);
}

#[test]
fn an_exact_wait_draws_nothing() {
    for wait in [Duration::ZERO, SECOND, SECOND * 60] {
        let decision =
            RetryState::new(attempts(2)).decide(Verdict::WaitExactly(wait), Duration::ZERO, None, Untouchable);
        assert_eq!(decision, Decision::Wait { delay: wait, source: DelaySource::Exact });
    }
}

/// The delay before it, or the base where there was none.
#[test]
fn decorrelated_jitter_does_not_remember_an_exact_wait() {
    let policy = RetryPolicy::builder().base(SECOND).jitter(Jitter::Decorrelated).build().unwrap();
    let exact = Verdict::WaitExactly(SECOND * 20);
    let delays = |verdicts: &[Verdict]| {
        let mut state = RetryState::new(policy);
        let decide = |verdict: &Verdict| state.decide(*verdict, Duration::ZERO, None, Always(u64::MAX));
        verdicts.iter().map(decide).collect::<Vec<_>>()
    };
    let waited = Decision::Wait { delay: SECOND * 20, source: DelaySource::Exact };
    assert_eq!(delays(&[exact, Verdict::Transient]), [waited, backoff(SECOND * 3)]);
    assert_eq!(
        delays(&[Verdict::Transient, exact, Verdict::Transient]),
        [backoff(SECOND * 3), waited, backoff(SECOND * 9)]
    );
}

#[test]
fn a_hint_is_a_floor_under_the_delay() {
    for bits in [0, 1 << 63, u64::MAX] {
        assert_eq!(hinted(steady(), SECOND / 2, bits), backoff(SECOND), "the delay is longer");
    }
    // A hint gets up to a tenth more, and both ends are possible.
    assert_eq!(hinted(steady(), SECOND * 2, 0), retry_after(SECOND * 2));
    assert_eq!(hinted(steady(), SECOND * 2, u64::MAX), retry_after(Duration::from_millis(2_200)));
    // A hint that is as long as the delay changes nothing.
    assert_eq!(hinted(steady(), SECOND, 0), backoff(SECOND));
    assert_eq!(hinted(steady(), SECOND, u64::MAX), retry_after(Duration::from_millis(1_100)));
    // A hint below the delay changes nothing, and a hint above it is spread.
    let hint = Duration::from_millis(950);
    assert_eq!(hinted(steady(), hint, 0), backoff(SECOND));
    assert_eq!(hinted(steady(), hint, u64::MAX), retry_after(Duration::from_millis(1_045)));
}

#[test]
fn a_hint_may_exceed_the_cap_of_the_curve() {
    let policy = RetryPolicy::default();
    assert_eq!(policy.cap(), SECOND * 30);
    assert_eq!(hinted(policy, SECOND * 45, 0), retry_after(SECOND * 45));
}

#[test]
fn the_longest_hint_that_is_obeyed_is_the_retry_after_cap() {
    let just_above = SECOND * 10 + Duration::from_nanos(1);
    assert_eq!(hinted(steady(), SECOND * 10, 0), retry_after(SECOND * 10));
    assert_eq!(hinted(steady(), SECOND * 10, u64::MAX), retry_after(SECOND * 11));
    let too_long = Decision::GiveUp(GiveUpReason::RetryAfterTooLong);
    assert_eq!(
        RetryState::new(steady()).decide(Verdict::RetryAfter(just_above), Duration::ZERO, None, Untouchable),
        too_long
    );
    // The default is one minute, or the cap if that is longer.
    assert_eq!(hinted(RetryPolicy::default(), SECOND * 60, 0), retry_after(SECOND * 60));
    assert_eq!(hinted(RetryPolicy::default(), SECOND * 61, 0), too_long);
    let patient = RetryPolicy::builder().cap(SECOND * 120).build().unwrap();
    assert_eq!(hinted(patient, SECOND * 120, 0), retry_after(SECOND * 120));
    assert_eq!(hinted(patient, SECOND * 121, 0), too_long);
}

#[test]
fn a_hint_of_zero_is_an_ordinary_wait() {
    assert_eq!(hinted(steady(), Duration::ZERO, u64::MAX), backoff(SECOND));
    let builder = RetryPolicy::builder().base(Duration::ZERO).retry_after_cap(Duration::ZERO);
    assert_eq!(hinted(builder.build().unwrap(), Duration::ZERO, u64::MAX), backoff(Duration::ZERO));
}

#[test]
fn a_hint_near_the_longest_duration_saturates() {
    let policy = RetryPolicy::builder().retry_after_cap(Duration::MAX).build().unwrap();
    assert_eq!(hinted(policy, Duration::MAX, u64::MAX), retry_after(Duration::MAX));
    assert_eq!(hinted(policy, Duration::MAX, 0), retry_after(Duration::MAX));
    let almost = Duration::MAX.checked_sub(SECOND).unwrap();
    assert_eq!(hinted(policy, almost, 0), retry_after(almost));
    assert_eq!(hinted(policy, almost, u64::MAX), retry_after(Duration::MAX));
}

/// A hint is a floor under one delay. The curve goes on with the number of the attempt.
#[test]
fn a_hint_leaves_the_curve_as_it_is() {
    let policy = RetryPolicy::builder().jitter(Jitter::None).attempts(4).build().unwrap();
    let mut state = RetryState::new(policy);
    assert_eq!(
        state.decide(Verdict::RetryAfter(SECOND * 20), Duration::ZERO, None, Always(0)),
        retry_after(SECOND * 20)
    );
    assert_eq!(state.decide(Verdict::Transient, Duration::ZERO, None, Always(0)), backoff(SECOND));
    assert_eq!(state.decide(Verdict::RetryAfter(SECOND), Duration::ZERO, None, Always(0)), backoff(SECOND * 2));
    assert_eq!(
        state.decide(Verdict::RetryAfter(SECOND), Duration::ZERO, None, Untouchable),
        Decision::GiveUp(GiveUpReason::Attempts)
    );
}

/// Decorrelated jitter goes on from the delay that it drew, and not from the wait.
#[test]
fn a_hint_leaves_decorrelated_jitter_as_it_is() {
    let policy = RetryPolicy::builder().base(SECOND).jitter(Jitter::Decorrelated).build().unwrap();
    let mut state = RetryState::new(policy);
    // The middle of [1 s, 3 s] is drawn, and the wait is the middle of [20 s, 22 s].
    let first = state.decide(Verdict::RetryAfter(SECOND * 20), Duration::ZERO, None, Always(1 << 63));
    assert_eq!(first, retry_after(SECOND * 21));
    // The middle of [1 s, 6 s].
    let second = state.decide(Verdict::Transient, Duration::ZERO, None, Always(1 << 63));
    assert_eq!(second, backoff(Duration::from_millis(3_500)));
}

/// Clients that all got the same hint would come back together without the spread, whatever the policy's jitter is.
#[test]
fn a_hint_is_spread_without_jitter_too() {
    assert_eq!(steady().jitter(), Jitter::None);
    let mut rng = Counting::new();
    let _ = RetryState::new(steady()).decide(Verdict::RetryAfter(SECOND * 5), Duration::ZERO, None, &mut rng);
    assert_eq!(rng.draws, 1);
    assert_ne!(hinted(steady(), SECOND * 5, 1 << 62), hinted(steady(), SECOND * 5, 1 << 63));
}

#[test]
fn a_state_can_borrow_its_policy() {
    static POLICY: RetryPolicy = RetryPolicy::builder().attempts(2).jitter(Jitter::None).build_const();
    const STATE: RetryState<&RetryPolicy> = RetryState::new(&POLICY);
    let mut state = STATE;
    assert_eq!(state.decide(Verdict::Transient, Duration::ZERO, None, Untouchable), backoff(POLICY.base()));
    assert_eq!(
        state.decide(Verdict::Transient, Duration::ZERO, None, Untouchable),
        Decision::GiveUp(GiveUpReason::Attempts)
    );
}

#[test]
fn reasons_and_sources_read_as_words() {
    assert_eq!(DelaySource::Backoff.to_string(), "backoff");
    assert_eq!(DelaySource::RetryAfter.to_string(), "retry-after");
    assert_eq!(GiveUpReason::Permanent.to_string(), "the error is permanent");
    assert_eq!(GiveUpReason::Attempts.to_string(), "the attempts are spent");
    let too_long = GiveUpReason::RetryAfterTooLong.to_string();
    assert_eq!(too_long, "the wait that was asked for is longer than is allowed");
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn always_transient_waits_the_delays_of_the_policy(policy in policy(1..=100_u32), seed in any::<u64>()) {
        let mut rng = seeded(seed);
        let mut state = RetryState::new(policy);
        for delay in policy.delays(seeded(seed)) {
            prop_assert_eq!(state.decide(Verdict::Transient, Duration::ZERO, None, &mut rng), backoff(delay));
        }
        prop_assert!(state.is_last());
        prop_assert_eq!(state.decide(Verdict::Transient, Duration::ZERO, None, &mut rng), Decision::GiveUp(GiveUpReason::Attempts));
        prop_assert_eq!(state.attempt(), policy.attempts());
    }

    #[test]
    fn any_hint_is_obeyed_within_a_tenth_or_stops(policy in policy(2..=100_u32), hint in duration(), seed in any::<u64>()) {
        let decision = RetryState::new(policy).decide(Verdict::RetryAfter(hint), Duration::ZERO, None, seeded(seed));
        let jittered = policy.delays(seeded(seed)).next().unwrap();
        match decision {
            Decision::GiveUp(reason) => {
                prop_assert_eq!(reason, GiveUpReason::RetryAfterTooLong);
                prop_assert!(hint > policy.retry_after_cap());
            }
            Decision::Wait { delay, source } => {
                prop_assert!(hint <= policy.retry_after_cap());
                let highest = hint.saturating_add(hint / 10);
                match source {
                    DelaySource::RetryAfter => {
                        prop_assert!(delay > jittered && (hint..=highest).contains(&delay));
                    }
                    _ => prop_assert!(delay == jittered && delay >= hint),
                }
            }
        }
    }
}
