//! Model B, small: what the budget and the breaker do, and the laws that any run has to keep.

use herd::overload::{BUDGET, HIGH_LOAD, MODERATE_LOAD, Outage, Outcome, PROCESS, Scale, Variant, claims, run, sweep};

const CLIENTS: u32 = 500;

#[test]
fn every_claim_holds_with_few_clients() {
    let down = |load| Scale { outage: Outage::Down, clients: CLIENTS, load, repetitions: 5 };
    let other = |outage| Scale { outage, ..down(HIGH_LOAD) };
    let scales = [down(MODERATE_LOAD), down(HIGH_LOAD), other(Outage::Hangs), other(Outage::HalfFails)];
    let claims = claims(&sweep(&scales));
    // Of the budget and of the breaker, six for each load; and of the breaker in the other outages.
    assert_eq!(claims.len(), 2 * (6 + 3) + 4 + 3);
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
    let budgeted = run(Variant::FullWithBudget, Outage::Down, CLIENTS, HIGH_LOAD, 0);
    assert!(attempts(&budgeted) > calls(&budgeted) + CLIENTS.div_ceil(PROCESS) * BUDGET / 2);
    assert!(attempts(&budgeted) <= most(&budgeted));
    let unlimited = run(Variant::Full, Outage::Down, CLIENTS, HIGH_LOAD, 0);
    assert!(attempts(&unlimited) > 2 * most(&unlimited));
}

/// Before the outage, what has been on its way; during it the first attempts, and one probe for each interval.
#[test]
fn a_breaker_that_is_open_lets_its_probes_through_and_nothing_else() {
    let outcome = run(Variant::FullWithBreaker, Outage::Down, PROCESS, HIGH_LOAD, 0);
    let open = outcome.offered[105..200].iter().sum::<u32>();
    // Open since 10.1 s, for four seconds each time: two intervals end before the outage does.
    assert_eq!(open, 2);
    assert_eq!(outcome.good[101..220].iter().sum::<u32>(), 0);
    assert!(outcome.good[220..300].iter().sum::<u32>() > 0);
}

#[test]
fn a_call_that_fails_in_silence_takes_its_timeouts() {
    let outcome = run(Variant::NoRetry, Outage::Hangs, CLIENTS, MODERATE_LOAD, 0);
    let waited = outcome.wait_for_error().as_secs_f64();
    // The timeout begins when the request reaches the server; the odd failures of good times are much shorter.
    assert!((0.8..1.05).contains(&waited), "{waited}");
    assert!(outcome.good[101..200].iter().all(|&good| good == 0));
}

#[test]
fn half_of_the_requests_succeed_where_half_fail() {
    let outcome = run(Variant::NoRetry, Outage::HalfFails, CLIENTS, MODERATE_LOAD, 0);
    let (good, offered) = (&outcome.good[100..200], outcome.attempts_in_outage());
    let share = f64::from(good.iter().sum::<u32>()) / f64::from(offered);
    assert!((0.45..0.55).contains(&share), "{share}");
}

#[test]
fn without_retry_every_attempt_is_a_call() {
    let outcome = run(Variant::NoRetry, Outage::Down, CLIENTS, MODERATE_LOAD, 0);
    assert!((calls(&outcome)..=calls(&outcome) + CLIENTS).contains(&attempts(&outcome)));
}

#[test]
fn no_variant_makes_more_attempts_than_its_policy_allows() {
    for variant in Variant::ALL {
        let outcome = run(variant, Outage::Down, CLIENTS, HIGH_LOAD, 0);
        let most = (calls(&outcome) + CLIENTS) * variant.policy().attempts();
        assert!(attempts(&outcome) <= most, "{variant:?}");
    }
}

#[test]
fn the_server_never_does_more_than_it_can() {
    for variant in Variant::ALL {
        let outcome = run(variant, Outage::Down, CLIENTS, HIGH_LOAD, 1);
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
    let outcome = run(Variant::Full, Outage::Down, CLIENTS, MODERATE_LOAD, 2);
    // What was answered just before the outage may still be on its way for one bin.
    assert!(outcome.good[101..200].iter().all(|&good| good == 0));
    assert!(outcome.offered[101..200].iter().any(|&offered| offered > 0));
    assert!(outcome.good[..100].iter().any(|&good| good > 0));
}

#[test]
fn another_seed_is_another_run_and_the_same_seed_is_not() {
    let seeded = |seed| run(Variant::Decorrelated, Outage::Down, CLIENTS, MODERATE_LOAD, seed);
    assert_eq!(seeded(3), seeded(3));
    assert_ne!(seeded(3), seeded(4));
}
