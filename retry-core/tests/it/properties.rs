//! The ceilings of every policy that can be built, compared with other ways to compute them.

use std::time::Duration;

use proptest::prelude::*;
use retry_core::{Backoff, Jitter, RetryPolicy};

use crate::support::policies::{attempt, base_and_cap, config, factor, policy};

const BILLION: u128 = 1_000_000_000;

fn exponential(base: Duration, cap: Duration, factor: f64) -> RetryPolicy {
    RetryPolicy::builder().base(base).cap(cap).factor(factor).build().expect("a possible policy")
}

fn along(backoff: Backoff, base: Duration, cap: Duration) -> RetryPolicy {
    RetryPolicy::builder().base(base).cap(cap).backoff(backoff).build().expect("a possible policy")
}

/// `None` means that the ceiling is larger than every integer, so it is the cap.
fn capped(nanos: Option<u128>, cap: Duration) -> Duration {
    match nanos {
        Some(nanos) if nanos < cap.as_nanos() => {
            Duration::new(u64::try_from(nanos / BILLION).unwrap(), u32::try_from(nanos % BILLION).unwrap())
        }
        _ => cap,
    }
}

/// A policy with any curve except a list or a function, which may decrease.
fn growing() -> impl Strategy<Value = RetryPolicy> {
    let falls =
        |policy: &RetryPolicy| matches!(policy.backoff(), Backoff::Delays(_) | Backoff::List(_) | Backoff::Function(_));
    policy(1..=u32::MAX).prop_filter("the curve grows", move |policy| !falls(policy))
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn no_ceiling_panics_or_exceeds_the_cap(policy in policy(1..=u32::MAX), attempt in attempt()) {
        prop_assert!(policy.ceiling(attempt) <= policy.cap());
    }

    #[test]
    fn growing_curves_never_fall(policy in growing(), one in attempt(), other in attempt()) {
        let (early, late) = (one.min(other), one.max(other));
        prop_assert!(policy.ceiling(early) <= policy.ceiling(late));
        prop_assert!(policy.ceiling(early) <= policy.ceiling(early.saturating_add(1)));
        prop_assert!(policy.ceiling(late.saturating_sub(1)) <= policy.ceiling(late));
    }

    #[test]
    fn curves_from_a_base_start_at_it((base, cap) in base_and_cap(), factor in factor()) {
        prop_assert_eq!(exponential(base, cap, factor).ceiling(1), base);
        for backoff in [Backoff::Linear, Backoff::Constant, Backoff::Fibonacci] {
            prop_assert_eq!(along(backoff, base, cap).ceiling(1), base);
        }
    }

    #[test]
    fn whole_factors_are_integer_powers((base, cap) in base_and_cap(), factor in 1..=1_000_u32, attempt in attempt()) {
        let power = u128::from(factor).checked_pow(attempt.max(1) - 1);
        let expected = match (base, power) {
            (Duration::ZERO, _) => Some(0),
            (_, power) => power.and_then(|power| power.checked_mul(base.as_nanos())),
        };
        prop_assert_eq!(exponential(base, cap, f64::from(factor)).ceiling(attempt), capped(expected, cap));
    }

    #[test]
    fn dyadic_factors_round_to_the_nearest_nanosecond(base in 0..1_u64 << 40, quarters in 4..=40_u32, attempt in 1..=12_u32) {
        // base × (quarters / 4)^n, rounded half up, in integers.
        let power = attempt - 1;
        let numerator = u128::from(base) * u128::from(quarters).pow(power);
        let denominator = 4_u128.pow(power);
        let expected = (2 * numerator + denominator) / (2 * denominator);
        let policy = exponential(Duration::from_nanos(base), Duration::MAX, f64::from(quarters) / 4.0);
        prop_assert_eq!(policy.ceiling(attempt), capped(Some(expected), Duration::MAX));
    }

    #[test]
    fn any_factor_agrees_with_floating_point(base in 1..1_u64 << 60, factor in factor(), attempt in 1..=1_000_u32) {
        let approximate = factor.powi(i32::try_from(attempt).unwrap() - 1) * Duration::from_nanos(base).as_secs_f64();
        let exact = exponential(Duration::from_nanos(base), Duration::MAX, factor).ceiling(attempt);
        if approximate < 1.8e19 {
            let tolerance = 1e-9 + approximate * 1e-11;
            prop_assert!((exact.as_secs_f64() - approximate).abs() <= tolerance, "{:?} and {}", exact, approximate);
        } else if approximate > 1.9e19 {
            prop_assert_eq!(exact, Duration::MAX);
        }
    }

    #[test]
    fn linear_is_multiplication((base, cap) in base_and_cap(), attempt in attempt()) {
        let expected = base.as_nanos().checked_mul(u128::from(attempt.max(1)));
        prop_assert_eq!(along(Backoff::Linear, base, cap).ceiling(attempt), capped(expected, cap));
    }

    #[test]
    fn constant_is_the_base((base, cap) in base_and_cap(), attempt in attempt()) {
        prop_assert_eq!(along(Backoff::Constant, base, cap).ceiling(attempt), base);
    }

    #[test]
    fn fibonacci_is_addition((base, cap) in base_and_cap(), attempt in attempt()) {
        let (mut current, mut next) = (base, base);
        // A sum that stands still is zero or the longest `Duration`.
        for _ in 1..attempt.clamp(1, 1_000) {
            (current, next) = (next, current.saturating_add(next));
        }
        prop_assert_eq!(along(Backoff::Fibonacci, base, cap).ceiling(attempt), current.min(cap));
    }

    #[test]
    fn a_list_is_indexed(seconds in prop::collection::vec(0..100_u64, 1..20), attempt in attempt()) {
        let list: Vec<_> = seconds.iter().copied().map(Duration::from_secs).collect();
        let expected = list[(attempt.max(1) as usize - 1).min(list.len() - 1)];
        let policy = RetryPolicy::builder().backoff(Backoff::Delays(list.leak())).build().unwrap();
        prop_assert_eq!(policy.ceiling(attempt), expected);
        prop_assert_eq!(policy.attempts() as usize, seconds.len() + 1);
        prop_assert_eq!(policy.cap().as_secs(), *seconds.iter().max().unwrap());
    }

    #[test]
    fn a_function_is_asked_and_capped(cap in 0..u64::from(u32::MAX), attempt in attempt()) {
        let cap = Duration::from_nanos(cap);
        let function: fn(u32) -> Duration = |attempt| Duration::from_nanos(u64::from(attempt ^ 0x5555_5555));
        let policy = RetryPolicy::builder().cap(cap).backoff(Backoff::Function(function)).build().unwrap();
        prop_assert_eq!(policy.ceiling(attempt), function(attempt.max(1)).min(cap));
    }

    #[test]
    fn decorrelated_ceilings_are_powers_of_three((base, cap) in base_and_cap(), attempt in attempt()) {
        let policy = RetryPolicy::builder().base(base).cap(cap).jitter(Jitter::Decorrelated).build().unwrap();
        let power = 3_u128.checked_pow(attempt.max(1));
        let expected = match base {
            Duration::ZERO => Some(0),
            _ => power.and_then(|power| power.checked_mul(base.as_nanos())),
        };
        prop_assert_eq!(policy.ceiling(attempt), capped(expected, cap));
    }

    /// Any bits as a factor give a policy or an error that names the factor, and never a panic.
    #[test]
    fn every_factor_is_taken_or_refused_by_name(bits in any::<u64>(), attempt in attempt()) {
        let factor = f64::from_bits(bits);
        match RetryPolicy::builder().factor(factor).build() {
            Ok(policy) => {
                prop_assert!(factor.is_finite() && factor >= 1.0);
                prop_assert!(policy.ceiling(attempt) <= policy.cap());
            }
            Err(error) => {
                prop_assert!(!(factor.is_finite() && factor >= 1.0));
                prop_assert_eq!(error.setting(), "factor");
            }
        }
    }
}
