//! The sums of a schedule, compared with brute force and with closed forms, and the settings that never matter.

use std::time::Duration;

use proptest::prelude::*;
use retry_core::{Backoff, Jitter, RetryPolicy, RetryPolicyBuilder};

use crate::support::policies::{config, policy};
use crate::support::seeded;

const SECOND: Duration = Duration::from_secs(1);
/// The delays of a policy with the most attempts there can be.
const MOST: u64 = u32::MAX as u64 - 1;

fn builder() -> RetryPolicyBuilder {
    RetryPolicy::builder()
}

fn worst(builder: RetryPolicyBuilder) -> Duration {
    builder.build().expect("a possible policy").schedule().worst_total()
}

fn mean(builder: RetryPolicyBuilder) -> Duration {
    builder.build().expect("a possible policy").schedule().mean_total()
}

#[track_caller]
fn assert_close(actual: Duration, expected: f64, relative: f64) {
    let actual = actual.as_secs_f64();
    assert!((actual / expected - 1.0).abs() <= relative, "{actual} is not {expected} to within {relative}");
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn the_worst_is_the_sum_of_the_ceilings(policy in policy(1..=300_u32)) {
        let schedule = policy.schedule();
        let ceilings: Vec<_> = (1..policy.attempts()).map(|attempt| policy.ceiling(attempt)).collect();
        prop_assert_eq!(&schedule.ceilings().collect::<Vec<_>>(), &ceilings);
        let sum = ceilings.iter().copied().fold(Duration::ZERO, Duration::saturating_add);
        prop_assert_eq!(schedule.worst_total(), sum);
    }
}

// Fewer, because each mean of decorrelated jitter is a simulation.
proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn no_mean_panics_or_exceeds_the_worst(policy in policy(1..=300_u32)) {
        let (mean, worst) = (policy.schedule().mean_total(), policy.schedule().worst_total());
        prop_assert!(mean <= worst);
        match policy.jitter() {
            Jitter::None => prop_assert_eq!(mean, worst),
            Jitter::Full if worst < Duration::MAX => prop_assert_eq!(mean, worst / 2),
            Jitter::Equal if worst < Duration::MAX / 2 => {
                prop_assert_eq!(mean.as_nanos(), worst.as_nanos() * 3 / 4);
            }
            Jitter::Share(share) if worst < Duration::MAX / 2 => {
                let expected = worst.as_secs_f64() * (1.0 - share / 2.0);
                prop_assert!((mean.as_secs_f64() - expected).abs() <= 1e-9 + expected * 1e-9);
            }
            _ => (),
        }
    }

    #[test]
    fn the_most_attempts_sum_up_without_walking_through_them(policy in policy(Just(u32::MAX))) {
        prop_assume!(!matches!(policy.backoff(), Backoff::Function(_)));
        let worst = policy.schedule().worst_total();
        prop_assert!(worst >= policy.ceiling(1));
        prop_assert!(worst.as_nanos() <= policy.cap().as_nanos() * u128::from(MOST));
        prop_assert!(policy.schedule().mean_total() <= worst);
        prop_assert!(policy.schedule().unused().len() <= 1);
    }
}

#[test]
fn the_default_waits_half_of_fifteen_and_a_half_seconds() {
    assert_eq!(worst(builder()), Duration::from_millis(15_500));
    assert_eq!(mean(builder()), Duration::from_millis(7_750));
    assert_eq!(mean(builder().jitter(Jitter::Equal)), Duration::from_millis(11_625));
    assert_eq!(mean(builder().jitter(Jitter::None)), Duration::from_millis(15_500));
}

#[test]
fn one_attempt_never_waits() {
    for jitter in [Jitter::Full, Jitter::Equal, Jitter::Decorrelated, Jitter::None] {
        let once = builder().attempts(1).jitter(jitter);
        assert_eq!((worst(once), mean(once)), (Duration::ZERO, Duration::ZERO));
        assert_eq!(once.build().unwrap().schedule().ceilings().count(), 0);
    }
}

#[test]
fn the_worst_of_the_most_attempts_has_a_closed_form() {
    let most = builder().attempts(u32::MAX);
    // 0.5 + 1 + 2 + 4 + 8 + 16 = 31.5 s, then the cap.
    assert_eq!(worst(most), Duration::from_millis(31_500) + Duration::from_secs(30 * (MOST - 6)));
    // Decorrelated: 1.5 + 4.5 + 13.5 s.
    let decorrelated = worst(most.jitter(Jitter::Decorrelated));
    assert_eq!(decorrelated, Duration::from_millis(19_500) + Duration::from_secs(30 * (MOST - 3)));
    assert_eq!(worst(most.backoff(Backoff::Constant).base(SECOND)), Duration::from_secs(MOST));
    assert_eq!(worst(most.factor(1.0).base(SECOND)), Duration::from_secs(MOST));
    // 1 + 1 + 2 + … + 55 + 89 = 232 s in 11 delays.
    let fibonacci = most.backoff(Backoff::Fibonacci).base(SECOND).cap(SECOND * 100);
    assert_eq!(worst(fibonacci), Duration::from_secs(232 + 100 * (MOST - 11)));
    let list = most.backoff(Backoff::Delays(const { &[Duration::from_millis(100), SECOND] }));
    assert_eq!(worst(list), Duration::from_millis(100) + Duration::from_secs(MOST - 1));
    let linear = most.backoff(Backoff::Linear);
    assert_eq!(
        worst(linear.base(Duration::from_nanos(1)).cap(Duration::MAX)),
        Duration::from_nanos(MOST * (MOST + 1) / 2)
    );
    // 1 + 2 + … + 999 ms, then a second each.
    assert_eq!(
        worst(linear.base(Duration::from_millis(1)).cap(SECOND)),
        Duration::from_millis(999 * 500) + Duration::from_secs(MOST - 999)
    );
}

/// Sum = base (f^n − 1) / (f − 1) while it grows; here f^n is the ratio of cap and base.
#[test]
fn slow_growth_over_the_most_attempts_is_a_geometric_series() {
    let slow = builder().attempts(u32::MAX).base(Duration::from_millis(1)).cap(SECOND).factor(1.000_000_1);
    let growing = 1_000_f64.ln() / 1e-7_f64.ln_1p();
    #[expect(clippy::cast_precision_loss)]
    let expected = 0.999 / 1e-7 + (MOST as f64 - growing);
    assert_close(worst(slow), expected, 1e-8);
    // The smallest factor: n + n (n − 1) / 2 × ε seconds.
    let slowest = builder().attempts(u32::MAX).base(SECOND).factor(1.0 + f64::EPSILON);
    #[expect(clippy::cast_precision_loss)]
    let most = MOST as f64;
    assert_close(worst(slowest), most + most * (most - 1.0) / 2.0 * f64::EPSILON, 1e-12);
}

/// The sum of up to ten thousand growing ceilings is exact, and longer sums have no jump to those.
#[test]
fn long_growth_agrees_with_the_sum_of_the_ceilings() {
    for attempts in [9_999, 10_001, 10_002, 10_003, 20_000] {
        for factor in [1.000_1, 1.000_000_1] {
            let policy = builder().attempts(attempts).factor(factor).build().unwrap();
            let sum: Duration = policy.schedule().ceilings().sum();
            assert_close(policy.schedule().worst_total(), sum.as_secs_f64(), 1e-8);
            assert_eq!(policy.schedule().worst_total() == sum, attempts <= 10_002, "{attempts} attempts, {factor}");
        }
    }
}

#[test]
fn a_long_list_is_summed_exactly() {
    static LIST: [Duration; 20_000] = [Duration::from_millis(1); 20_000];
    assert_eq!(worst(builder().backoff(Backoff::Delays(&LIST))), Duration::from_secs(20));
}

#[test]
fn sums_past_the_longest_duration_saturate() {
    let longest = builder().base(Duration::MAX).cap(Duration::MAX);
    for backoff in [Backoff::Exponential, Backoff::Linear, Backoff::Constant, Backoff::Fibonacci] {
        for attempts in [3, 300, u32::MAX] {
            assert_eq!(worst(longest.backoff(backoff).attempts(attempts)), Duration::MAX, "{backoff:?}, {attempts}");
        }
    }
    assert_eq!(worst(longest.backoff(Backoff::Constant).attempts(2)), Duration::MAX);
    assert_eq!(worst(longest.jitter(Jitter::Decorrelated).attempts(u32::MAX)), Duration::MAX);
}

#[test]
fn a_function_is_summed_and_called_once_per_ceiling() {
    use std::sync::atomic::{AtomicU32, Ordering};
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let function = Backoff::Function(|attempt| {
        CALLS.fetch_add(1, Ordering::Relaxed);
        Duration::from_secs((100 - attempt).into())
    });
    let falling = builder().backoff(function).attempts(100).cap(SECOND * 98);
    // 98 (capped) + 98 + 97 + … + 1 s.
    assert_eq!(worst(falling), Duration::from_secs(98 + 98 * 99 / 2));
    assert_eq!(CALLS.load(Ordering::Relaxed), 99);
}

#[test]
fn the_mean_is_what_calls_wait_on_average() {
    const CALLS: u32 = 4_000;
    for jitter in [Jitter::Full, Jitter::Equal] {
        let policy = builder().jitter(jitter).build().unwrap();
        let mut rng = seeded(11);
        let total: Duration = (0..CALLS).flat_map(|_| policy.delays(&mut rng).collect::<Vec<_>>()).sum();
        // The standard deviation of one call's total is at most √(0.5² + 1² + 2² + 4² + 8²) / √12 = 2.67 s.
        let bound = 5.0 * 2.67 / f64::from(CALLS).sqrt();
        let distance = total.as_secs_f64() / f64::from(CALLS) - policy.schedule().mean_total().as_secs_f64();
        assert!(distance.abs() < bound, "{jitter:?}: {distance}");
    }
}

/// Delays are uniform in [0.5, 1.5], whose mean is 1 s, and then in [0.5, 3 × previous].
#[test]
fn the_decorrelated_mean_is_exact_below_the_cap() {
    let means = [1_000, 1_000 + 1_750, 1_000 + 1_750 + 2_875].map(Duration::from_millis);
    assert_eq!([2, 3, 4].map(|attempts| mean(builder().attempts(attempts).jitter(Jitter::Decorrelated))), means);
}

/// The simulated calls are shorter than these, so that the last waits are extrapolated.
#[test]
fn a_decorrelated_mean_without_any_choice_is_exact() {
    let constant = builder().base(SECOND).cap(SECOND).jitter(Jitter::Decorrelated);
    assert_eq!(mean(constant.attempts(1)), Duration::ZERO);
    assert_eq!(mean(constant.attempts(301)), SECOND * 300);
    assert_eq!(mean(constant.attempts(u32::MAX)), Duration::from_secs(MOST));
}

/// The mean total of decorrelated jitter in seconds, computed in floating point.
fn simulated(base: f64, cap: f64, attempts: u32, calls: u32) -> f64 {
    let mut rng = seeded(12);
    let mut total = 0.0;
    for _ in 0..calls {
        let mut previous = base;
        for _ in 1..attempts {
            previous = (base + rng.random::<f64>() * (3.0 * previous - base)).min(cap);
            total += previous;
        }
    }
    total / f64::from(calls)
}

#[track_caller]
fn assert_decorrelated_mean(base: f64, cap: f64, attempts: u32, calls: u32) {
    assert_decorrelated_mean_within(0.05, base, cap, attempts, calls);
}

#[track_caller]
fn assert_decorrelated_mean_within(tolerance: f64, base: f64, cap: f64, attempts: u32, calls: u32) {
    let (shortest, longest) = (Duration::from_secs_f64(base), Duration::from_secs_f64(cap));
    let policy = builder().base(shortest).cap(longest).attempts(attempts).jitter(Jitter::Decorrelated);
    assert_close(mean(policy), simulated(base, cap, attempts, calls), tolerance);
}

/// The bound of the documentation, and a little more for the sampled calls.
#[test]
fn the_decorrelated_mean_is_within_two_percent_up_to_a_cap_of_ten_thousand_times_the_base() {
    for (base, cap) in [(0.5, 30.0), (0.001, 10.0)] {
        for (attempts, calls) in [(6, 40_000), (15, 40_000), (300, 1_500)] {
            assert_decorrelated_mean_within(0.025, base, cap, attempts, calls);
        }
    }
}

#[test]
fn the_decorrelated_mean_agrees_with_another_simulation() {
    assert_decorrelated_mean(0.5, 30.0, 2, 20_000);
    assert_decorrelated_mean(0.5, 30.0, 6, 20_000);
    assert_decorrelated_mean(0.5, 30.0, 12, 20_000);
    assert_decorrelated_mean(0.1, 10.0, 300, 1_000);
    assert_decorrelated_mean(0.5, 30.0, 2_000, 300);
}

/// From a nanosecond it takes some 300 delays to come near an hour.
#[test]
fn the_decorrelated_mean_holds_for_a_schedule_that_settles_late() {
    assert_decorrelated_mean(1e-9, 3_600.0, 2_000, 300);
}

#[test]
fn settings_that_never_matter_are_named() {
    let unused = |builder: RetryPolicyBuilder| builder.build().unwrap().schedule().unused();
    assert_eq!(unused(builder()), ["cap"]);
    assert_eq!(unused(builder().attempts(7)), ["cap"], "16 s after attempt 6");
    assert!(unused(builder().attempts(8)).is_empty(), "30 s after attempt 7");
    assert!(unused(builder().cap(SECOND * 8)).is_empty(), "a cap that is just reached cuts the next");
    assert_eq!(unused(builder().cap(SECOND * 8 + Duration::from_nanos(1))), ["cap"]);
    let once = unused(builder().attempts(1));
    assert_eq!(once, ["base", "cap", "factor", "backoff", "jitter", "retry_after_cap"]);
    let list = builder().backoff(Backoff::Delays(const { &[SECOND, Duration::from_secs(2)] }));
    assert!(unused(list).is_empty());
    assert!(unused(list.attempts(9)).is_empty());
    assert!(unused(list.attempts(2)).contains(&"backoff"), "the second delay is never waited");
    let falling = Backoff::Function(|attempt| SECOND * (50 - attempt));
    assert!(unused(builder().backoff(falling)).is_empty());
    assert_eq!(unused(builder().backoff(falling).cap(SECOND * 60)), ["cap"]);
}

#[test]
fn a_schedule_can_be_compared_and_copied() {
    let schedule = RetryPolicy::default().schedule();
    let copy = schedule;
    assert_eq!(copy, schedule);
    assert_ne!(schedule, builder().attempts(7).build().unwrap().schedule());
    // The ceilings outlive the schedule and the policy.
    let ceilings = { builder().attempts(3).build().unwrap().schedule().ceilings() };
    assert_eq!(ceilings.collect::<Vec<_>>(), [500, 1_000].map(Duration::from_millis));
}
