//! Model B, small: what the budget does, and the laws that any run has to keep.

use herd::overload::{BUDGET, HIGH_LOAD, MODERATE_LOAD, Outcome, PROCESS, Scale, Variant, claims, run, sweep};

const CLIENTS: u32 = 500;

#[test]
fn every_claim_holds_with_few_clients() {
    let scales = [MODERATE_LOAD, HIGH_LOAD].map(|load| Scale { clients: CLIENTS, load, repetitions: 5 });
    let claims = claims(&sweep(&scales));
    assert_eq!(claims.len(), 12);
    for claim in claims {
        assert!(claim.holds, "{claim}");
    }
}

/// Calls that have ended; at most one more for each client has begun.
fn calls(outcome: &Outcome) -> u32 {
    outcome.before.all + outcome.since.all
}

fn attempts(outcome: &Outcome) -> u32 {
    outcome.offered.iter().sum()
}

#[test]
fn retries_stay_within_the_budget_and_only_there() {
    let most = |outcome: &Outcome| {
        let successes = outcome.before.well + outcome.since.well;
        let tokens = CLIENTS.div_ceil(PROCESS) * BUDGET + successes / 10;
        calls(outcome) + CLIENTS + tokens
    };
    let budgeted = run(Variant::FullWithBudget, CLIENTS, HIGH_LOAD, 0);
    assert!(attempts(&budgeted) > calls(&budgeted) + CLIENTS.div_ceil(PROCESS) * BUDGET / 2);
    assert!(attempts(&budgeted) <= most(&budgeted));
    let unlimited = run(Variant::Full, CLIENTS, HIGH_LOAD, 0);
    assert!(attempts(&unlimited) > 2 * most(&unlimited));
}

#[test]
fn without_retry_every_attempt_is_a_call() {
    let outcome = run(Variant::NoRetry, CLIENTS, MODERATE_LOAD, 0);
    assert!((calls(&outcome)..=calls(&outcome) + CLIENTS).contains(&attempts(&outcome)));
}

#[test]
fn no_variant_makes_more_attempts_than_its_policy_allows() {
    for variant in Variant::ALL {
        let outcome = run(variant, CLIENTS, HIGH_LOAD, 0);
        let most = (calls(&outcome) + CLIENTS) * variant.policy().attempts();
        assert!(attempts(&outcome) <= most, "{variant:?}");
    }
}

#[test]
fn the_server_never_does_more_than_it_can() {
    for variant in Variant::ALL {
        let outcome = run(variant, CLIENTS, HIGH_LOAD, 1);
        for second in outcome.good.chunks(10) {
            let done: u32 = second.iter().sum();
            // Answers do not all travel equally long, so a few may catch up with those of the second before.
            assert!(f64::from(done) <= outcome.capacity * 10.0 * 1.05 + 2.0, "{variant:?}: {done}");
        }
        let successes: u32 = outcome.good.iter().sum();
        assert_eq!(successes, outcome.before.well + outcome.since.well, "{variant:?}");
    }
}

#[test]
fn nothing_succeeds_while_the_server_is_down() {
    let outcome = run(Variant::Full, CLIENTS, MODERATE_LOAD, 2);
    // What was answered just before the outage may still be on its way for one bin.
    assert!(outcome.good[101..200].iter().all(|&good| good == 0));
    assert!(outcome.offered[101..200].iter().any(|&offered| offered > 0));
    assert!(outcome.good[..100].iter().any(|&good| good > 0));
}

#[test]
fn another_seed_is_another_run_and_the_same_seed_is_not() {
    let seeded = |seed| run(Variant::Decorrelated, CLIENTS, MODERATE_LOAD, seed);
    assert_eq!(seeded(3), seeded(3));
    assert_ne!(seeded(3), seeded(4));
}
