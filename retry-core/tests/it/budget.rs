//! A budget by itself: its limits, its arithmetic in thousandths of a token, and its text.

use std::panic::catch_unwind;

use retry_core::RetryBudget;

/// The exact level, in thousandths of a token.
fn thousandths(budget: &RetryBudget) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "a budget holds at most 4,000,000 tokens")]
    let thousandths = (budget.level() * 1_000.0).round() as i64;
    thousandths
}

#[track_caller]
fn assert_refused(tokens: u32, deposit: f64, why: &str) {
    let panic = catch_unwind(|| RetryBudget::new(tokens, deposit)).expect_err("a budget that is refused");
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.contains(why), "{tokens} tokens, {deposit}: {message}");
    assert_eq!(RetryBudget::try_new(tokens, deposit).unwrap_err().to_string(), *message);
}

#[test]
fn limits_are_inclusive() {
    for (tokens, deposit) in [(1, 0.0), (1, 0.001), (4_000_000, 1_000.0), (4_000_000, -0.0)] {
        let budget = RetryBudget::new(tokens, deposit);
        assert_eq!((budget.capacity(), thousandths(&budget)), (tokens, i64::from(tokens) * 1_000));
    }
    assert_refused(0, 0.1, "at least 1");
    assert_refused(4_000_001, 0.1, "at most 4,000,000");
    assert_refused(u32::MAX, 0.1, "at most 4,000,000");
    for deposit in [-0.001, -1.0, 1_000.001, f64::INFINITY, f64::NAN] {
        assert_refused(1, deposit, "from 0 to 1,000");
    }
    for deposit in [0.0009, f64::MIN_POSITIVE] {
        assert_refused(1, deposit, "at least 0.001");
    }
}

#[test]
fn a_deposit_is_rounded_to_a_thousandth() {
    for (deposit, counted) in [(0.001, 1), (0.0014, 1), (0.0015, 2), (0.1, 100), (0.3, 300), (1.0006, 1_001)] {
        let budget = RetryBudget::new(3, deposit);
        assert!(budget.withdraw() && budget.withdraw());
        budget.deposit();
        assert_eq!(thousandths(&budget), 1_000 + counted, "{deposit}");
    }
}

#[test]
fn a_retry_takes_a_whole_token_or_none() {
    let budget = RetryBudget::new(2, 0.999);
    assert!(budget.withdraw() && budget.withdraw());
    assert!(!budget.withdraw());
    budget.deposit();
    assert!(!budget.withdraw(), "999 thousandths are no token");
    assert_eq!(thousandths(&budget), 999);
    budget.deposit();
    assert!(budget.withdraw());
    assert_eq!((thousandths(&budget), budget.capacity()), (998, 2));
}

#[test]
fn it_never_holds_more_than_its_capacity() {
    let budget = RetryBudget::new(1, 0.6);
    assert!(budget.withdraw());
    for level in [600, 1_000, 1_000] {
        budget.deposit();
        assert_eq!(thousandths(&budget), level);
    }
    let generous = RetryBudget::new(4_000_000, 1_000.0);
    assert!(generous.withdraw());
    generous.deposit();
    assert_eq!(thousandths(&generous), 4_000_000_000);
}

#[test]
fn it_prints_its_level_and_its_capacity() {
    let budget = RetryBudget::new(10, 0.5);
    assert!(budget.withdraw() && budget.withdraw());
    budget.deposit();
    assert_eq!(format!("{budget:?}"), "RetryBudget { level: 8.5, capacity: 10, .. }");
}
