//! Policies that are changed at run time: through their builder, with another deadline, with other attempts.

use std::time::Duration;

use proptest::prelude::*;
use retry_core::{Backoff, DelayList, Jitter, RetryPolicy};

use crate::support::policies::{attempt, config, duration, policy};

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn every_policy_comes_back_from_its_builder(
        policy in policy(1..=u32::MAX),
        deadline in proptest::option::of(duration()),
        retry_after_cap in proptest::option::of(duration()),
    ) {
        let builder = policy.to_builder();
        let builder = deadline.filter(|deadline| !deadline.is_zero()).map_or(builder, |deadline| builder.deadline(deadline));
        let builder = retry_after_cap.map_or(builder, |cap| builder.retry_after_cap(cap));
        let policy = builder.build().expect("a deadline and a cap of hints go with everything");
        prop_assert_eq!(policy.to_builder().build(), Ok(policy));
    }

    #[test]
    fn other_limits_make_a_policy_that_its_builder_accepts(
        policy in policy(1..=u32::MAX),
        deadline in duration(),
        attempts in attempt(),
    ) {
        let changed = policy.with_deadline(deadline).with_attempts(attempts);
        prop_assert_eq!(changed.to_builder().build(), Ok(changed));
        prop_assert_eq!(changed.attempts(), attempts.max(1));
        prop_assert_eq!(changed.deadline(), Some(deadline.max(Duration::from_nanos(1))));
        prop_assert_eq!(changed.ceiling(3), policy.ceiling(3));
    }
}

#[test]
fn unlimited_attempts_stay_unlimited() {
    let policy = RetryPolicy::builder().unlimited_attempts().deadline(Duration::from_secs(9)).build().unwrap();
    assert_eq!(policy.to_builder().build(), Ok(policy));
}

/// A default stays unset in the builder, so another curve can be chosen.
#[test]
fn a_policy_changes_its_curve() {
    let policy = RetryPolicy::builder().attempts(4).build().unwrap();
    assert!(policy.to_builder().backoff(Backoff::Delays(const { &[Duration::from_secs(1)] })).build().is_ok());
    assert!(policy.to_builder().jitter(Jitter::Decorrelated).build().is_ok());
}

#[test]
fn a_list_made_at_run_time_is_the_list_of_the_program() {
    let delays = [Duration::from_millis(100), Duration::from_secs(1)];
    let list = Backoff::List(DelayList::try_new(&delays).unwrap());
    let constant = Backoff::Delays(const { &[Duration::from_millis(100), Duration::from_secs(1)] });
    assert_eq!((list, constant), (constant, list));
    let build = |backoff| RetryPolicy::builder().backoff(backoff).build().unwrap();
    assert_eq!(build(list), build(constant));
    assert_eq!(build(list).schedule().to_string(), build(constant).schedule().to_string());
}

#[test]
fn lists_have_limits() {
    let message = |delays: &[Duration]| DelayList::try_new(delays).unwrap_err().to_string();
    assert_eq!(message(&[]), "`backoff` is an empty list; name at least one delay");
    assert_eq!(
        message(&[Duration::ZERO; 13]),
        "`backoff` lists more than 12 delays, which is the most for a list made at run time (delays 13)"
    );
    assert_eq!(
        message(&[Duration::from_nanos(1_234_567_891)]),
        "`backoff` lists a delay of more than eight digits, which is the most for a list made at run time (delay 1.234567891s)"
    );
}
