//! Model A with 100 clients: what the charts say, and that saying it can fail.

use std::time::Duration;

use herd::contention::{Strategy, claims, find, run, sweep};
use retry_core::RetryPolicy;

const CLIENTS: u32 = 100;

#[test]
fn every_claim_holds_at_100_clients() {
    let rows = sweep(&[CLIENTS], 30);
    let claims = claims(&rows);
    // Completeness, agreement for five strategies, and the three comparisons.
    assert_eq!(claims.len(), 9);
    for claim in claims {
        assert!(claim.holds, "{claim}");
    }
}

#[test]
fn a_policy_that_begins_at_half_the_delay_is_told_apart() {
    let policy = Strategy::Full.policy();
    let begins_at_half =
        RetryPolicy::builder().base(policy.base() / 2).cap(policy.cap()).attempts(policy.attempts()).build().unwrap();
    let calls = |policy: &RetryPolicy| (0..10).map(|seed| run(policy, CLIENTS, seed).calls).sum::<u32>();
    assert!(calls(&begins_at_half) * 100 > calls(&policy) * 106);
}

#[test]
fn clients_that_give_up_are_noticed() {
    let policy = RetryPolicy::builder().base(Duration::from_millis(10)).attempts(3).build().unwrap();
    let outcome = run(&policy, CLIENTS, 0);
    assert!(outcome.written < CLIENTS);
    assert!(outcome.calls <= 3 * CLIENTS);

    let mut rows = sweep(&[10], 2);
    assert!(claims(&rows).iter().all(|claim| claim.holds));
    rows[0].complete = false;
    assert!(claims(&rows).iter().any(|claim| !claim.holds));
}

#[test]
fn the_mean_is_that_of_the_runs() {
    let rows = sweep(&[20], 3);
    let outcomes = [0, 1, 2].map(|seed| run(&Strategy::Decorrelated.policy(), 20, seed));
    let row = find(&rows, Strategy::Decorrelated, 20).unwrap();
    assert_eq!(row.calls, outcomes.iter().map(|outcome| outcome.calls).sum::<u32>() / 3);
    let time = outcomes.iter().map(|outcome| outcome.time).sum::<Duration>() / 3;
    assert_eq!(row.time.as_millis(), time.as_millis());
    assert_eq!(row.time.subsec_nanos() % 1_000_000, 0);
}
