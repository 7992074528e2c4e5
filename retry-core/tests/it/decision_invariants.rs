//! Rules that every decision keeps, for every policy, verdict, time and budget, and the order of the reasons.

use std::time::Duration;

use proptest::prelude::*;
use retry_core::{Decision, DelaySource, GiveUpReason, Jitter, RetryBudget, RetryPolicy, RetryState, Verdict};

use crate::support::policies::{base_and_cap, config, duration, jitter, policy};
use crate::support::{Always, seeded};

/// Any policy with any limits.
fn limited() -> impl Strategy<Value = RetryPolicy> {
    let attempts = prop_oneof![Just(1), Just(2), 1..20_u32, Just(u32::MAX)];
    let limits = (prop::option::of(duration()), prop::option::of(duration()));
    let exponential = (base_and_cap(), jitter(), attempts.clone(), limits).prop_map(
        |((base, cap), jitter, attempts, (deadline, retry_after_cap))| {
            let mut builder = RetryPolicy::builder().base(base).cap(cap).jitter(jitter).attempts(attempts);
            if let Some(deadline) = deadline {
                // A deadline of zero is refused.
                builder = builder.deadline(deadline.max(Duration::from_nanos(1)));
            }
            if let Some(retry_after_cap) = retry_after_cap {
                builder = builder.retry_after_cap(retry_after_cap);
            }
            builder.build().expect("the settings go together")
        },
    );
    prop_oneof![3 => exponential, 1 => policy(attempts)]
}

fn verdict() -> impl Strategy<Value = Verdict> {
    prop_oneof![
        1 => Just(Verdict::Permanent),
        10 => Just(Verdict::Transient),
        6 => duration().prop_map(Verdict::RetryAfter),
        4 => (0..120_000_u64).prop_map(|hint| Verdict::RetryAfter(Duration::from_millis(hint))),
        2 => duration().prop_map(Verdict::WaitExactly),
        2 => (0..120_000_u64).prop_map(|wait| Verdict::WaitExactly(Duration::from_millis(wait))),
    ]
}

/// The verdict on an attempt and the time that it took.
fn attempts() -> impl Strategy<Value = Vec<(Verdict, Duration)>> {
    let takes =
        prop_oneof![4 => Just(Duration::ZERO), 2 => (0..5_000_u64).prop_map(Duration::from_millis), 1 => duration()];
    prop::collection::vec((verdict(), takes), 1..20)
}

/// The reason to give up, if there is one, for a wait between these two bounds.
fn reason(
    policy: &RetryPolicy,
    (attempt, verdict): (u32, Verdict),
    ends: Duration,
    tokens: f64,
) -> Option<GiveUpReason> {
    let too_long =
        matches!(verdict, Verdict::RetryAfter(wait) | Verdict::WaitExactly(wait) if wait > policy.retry_after_cap());
    let reasons = [
        (verdict == Verdict::Permanent, GiveUpReason::Permanent),
        (attempt >= policy.attempts(), GiveUpReason::Attempts),
        (too_long, GiveUpReason::RetryAfterTooLong),
        (policy.deadline().is_some_and(|deadline| ends > deadline), GiveUpReason::Deadline),
        (tokens < 1.0, GiveUpReason::Budget),
    ];
    reasons.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
}

/// The highest delay that backoff may give after an attempt.
fn ceiling(policy: &RetryPolicy, attempt: u32) -> Duration {
    if policy.jitter() == Jitter::Decorrelated { policy.cap() } else { policy.ceiling(attempt) }
}

/// The place of a reason in the order in which they are asked.
fn place(reason: GiveUpReason) -> usize {
    use GiveUpReason::{Attempts, Budget, Deadline, Permanent, RetryAfterTooLong};
    [Permanent, Attempts, RetryAfterTooLong, Deadline, Budget].iter().position(|other| *other == reason).unwrap()
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn every_decision_keeps_the_contract(
        policy in limited(),
        attempts in attempts(),
        tokens in 1..20_u32,
        seed in any::<u64>(),
        extreme in prop::option::of(any::<bool>()),
    ) {
        let budget = RetryBudget::new(tokens, 0.0);
        let mut state = RetryState::new(policy);
        let (mut rng, mut elapsed) = (seeded(seed), Duration::ZERO);
        for (number, (verdict, takes)) in (1..).zip(attempts) {
            prop_assert_eq!(state.attempt(), number);
            prop_assert!(number <= policy.attempts(), "no attempt is made that the policy does not have");
            prop_assert_eq!(state.is_last(), number == policy.attempts());
            elapsed = elapsed.saturating_add(takes);
            let before = budget.level();
            let decision = match extreme {
                Some(highest) => state.decide(verdict, elapsed, Some(&budget), Always(if highest { u64::MAX } else { 0 })),
                None => state.decide(verdict, elapsed, Some(&budget), &mut rng),
            };
            match decision {
                Decision::Wait { delay, source } => {
                    let ends = elapsed.saturating_add(delay);
                    prop_assert_eq!(reason(&policy, (number, verdict), ends, before), None);
                    let ceiling = ceiling(&policy, number);
                    match (verdict, source) {
                        (Verdict::RetryAfter(hint), DelaySource::RetryAfter) => {
                            prop_assert!(delay >= hint && delay <= hint.saturating_add(hint / 10));
                        }
                        (Verdict::WaitExactly(wait), source) => {
                            prop_assert_eq!((delay, source), (wait, DelaySource::Exact));
                        }
                        (Verdict::RetryAfter(hint), _) => prop_assert!(delay >= hint && delay <= ceiling),
                        (_, source) => {
                            prop_assert_eq!(source, DelaySource::Backoff);
                            prop_assert!(delay <= ceiling);
                        }
                    }
                    prop_assert!((before - budget.level() - 1.0).abs() < 1e-9, "a retry takes one token");
                    elapsed = ends;
                }
                Decision::GiveUp(stopped) => {
                    prop_assert_eq!(state.attempt(), number, "a stop counts no attempt");
                    prop_assert!((before - budget.level()).abs() < 1e-9, "a stop takes no token");
                    // The decision does not tell the delay. No earlier reason holds with the shortest possible delay,
                    // and this reason holds with the longest one.
                    let ceiling = ceiling(&policy, number);
                    let (lowest, highest) = match verdict {
                        Verdict::RetryAfter(hint) => (hint, ceiling.max(hint.saturating_add(hint / 10))),
                        Verdict::WaitExactly(wait) => (wait, wait),
                        _ => (Duration::ZERO, ceiling),
                    };
                    let at_least = reason(&policy, (number, verdict), elapsed.saturating_add(lowest), before);
                    let at_most = reason(&policy, (number, verdict), elapsed.saturating_add(highest), before);
                    prop_assert!(at_least.is_none_or(|reason| place(reason) >= place(stopped)), "{:?} comes first", at_least);
                    prop_assert!(at_most.is_some_and(|reason| place(reason) <= place(stopped)), "{:?} and not {:?}", at_most, stopped);
                    break;
                }
            }
        }
    }

    /// After giving up, the state gives the same answer when it is asked again in the same situation.
    #[test]
    fn a_stop_can_be_repeated(policy in limited(), verdict in verdict(), elapsed in duration(), seed in any::<u64>()) {
        let mut state = RetryState::new(policy);
        let first = state.decide(verdict, elapsed, None, seeded(seed));
        if matches!(first, Decision::GiveUp(_)) {
            prop_assert_eq!(state.decide(verdict, elapsed, None, seeded(seed)), first);
        } else {
            prop_assert_eq!(state.attempt(), 2);
        }
    }

    /// Limits can only end a call. They do not change its waits.
    #[test]
    fn limits_do_not_change_the_delays(
        (base, cap) in base_and_cap(),
        jitter in jitter(),
        deadline in duration(),
        attempts in attempts(),
        seed in any::<u64>(),
    ) {
        let builder = RetryPolicy::builder().base(base).cap(cap).jitter(jitter).attempts(30);
        let free = builder.build().unwrap();
        let bound = builder.deadline(deadline.max(Duration::from_nanos(1))).build().unwrap();
        let budget = RetryBudget::new(100, 0.1);
        let (mut one, mut other) = (RetryState::new(free), RetryState::new(bound));
        let (mut one_rng, mut other_rng, mut elapsed) = (seeded(seed), seeded(seed), Duration::ZERO);
        for (verdict, takes) in attempts {
            elapsed = elapsed.saturating_add(takes);
            let expected = one.decide(verdict, elapsed, None, &mut one_rng);
            let decision = other.decide(verdict, elapsed, Some(&budget), &mut other_rng);
            if decision == Decision::GiveUp(GiveUpReason::Deadline) {
                let Decision::Wait { delay, .. } = expected else { panic!("the deadline is asked late") };
                prop_assert!(elapsed.saturating_add(delay) > bound.deadline().unwrap());
                break;
            }
            prop_assert_eq!(decision, expected);
            match decision {
                Decision::Wait { delay, .. } => elapsed = elapsed.saturating_add(delay),
                Decision::GiveUp(_) => break,
            }
        }
    }
}
