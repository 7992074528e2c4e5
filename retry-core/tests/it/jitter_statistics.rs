//! The distribution of each jitter, with fixed seeds and bounds of five standard deviations.

use std::time::Duration;

use retry_core::{Backoff, Jitter, RetryPolicy};

use crate::support::seeded;

const DRAWS: u32 = 30_000;
const SIGMAS: f64 = 5.0;

/// Many draws under one ceiling of a second, as fractions of it.
fn fractions(jitter: Jitter, seed: u64) -> Vec<f64> {
    let second = Duration::from_secs(1);
    let builder = RetryPolicy::builder().backoff(Backoff::Constant).base(second).jitter(jitter);
    let policy = builder.attempts(DRAWS + 1).build().unwrap();
    policy.delays(seeded(seed)).map(|delay| delay.as_secs_f64()).collect()
}

/// Asserts that `numbers` are uniform over `[low, high]`, by their mean, their variance and every tenth of the band.
#[track_caller]
fn assert_uniform(numbers: &[f64], low: f64, high: f64) {
    let count = f64::from(u32::try_from(numbers.len()).unwrap());
    let width = high - low;
    let mean = numbers.iter().sum::<f64>() / count;
    assert!((mean - f64::midpoint(low, high)).abs() < SIGMAS * width / (12.0 * count).sqrt(), "mean {mean}");
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count;
    // The fourth moment of the uniform distribution is w⁴/80, so the variance has variance w⁴/180 per draw.
    let bound = SIGMAS * width.powi(2) / (180.0 * count).sqrt();
    assert!((variance - width.powi(2) / 12.0).abs() < bound, "variance {variance}");
    for tenth in 0..10 {
        let (from, to) = (low + width * f64::from(tenth) / 10.0, low + width * f64::from(tenth + 1) / 10.0);
        let inside = numbers.iter().filter(|&&number| from <= number && number < to).count();
        let inside = f64::from(u32::try_from(inside).unwrap());
        assert!((inside - count / 10.0).abs() < SIGMAS * (count * 0.09).sqrt(), "tenth {tenth}: {inside}");
    }
}

#[test]
fn full_jitter_is_uniform_up_to_the_ceiling() {
    assert_uniform(&fractions(Jitter::Full, 1), 0.0, 1.0);
}

#[test]
fn full_jitter_reaches_both_outer_thirds() {
    let fractions = fractions(Jitter::Full, 2);
    let low = fractions.iter().filter(|&&fraction| fraction < 1.0 / 3.0).count();
    let high = fractions.iter().filter(|&&fraction| fraction > 2.0 / 3.0).count();
    for third in [low, high] {
        // A third of the draws, with a variance of n × 1/3 × 2/3.
        let distance = f64::from(u32::try_from(third).unwrap()) - f64::from(DRAWS) / 3.0;
        assert!(distance.abs() < SIGMAS * (f64::from(DRAWS) * 2.0 / 9.0).sqrt(), "{third} of {DRAWS}");
    }
}

#[test]
fn equal_jitter_is_uniform_over_the_upper_half() {
    assert_uniform(&fractions(Jitter::Equal, 3), 0.5, 1.0);
}

#[test]
fn the_first_decorrelated_delay_is_uniform_up_to_three_times_the_base() {
    let policy = RetryPolicy::builder().base(Duration::from_secs(1)).jitter(Jitter::Decorrelated).build().unwrap();
    let mut rng = seeded(4);
    let first: Vec<_> = (0..DRAWS).map(|_| policy.delays(&mut rng).next().unwrap().as_secs_f64()).collect();
    assert_uniform(&first, 1.0, 3.0);
}

#[test]
fn each_decorrelated_delay_is_uniform_up_to_three_times_the_one_before() {
    let builder = RetryPolicy::builder().base(Duration::from_secs(1)).cap(Duration::MAX).jitter(Jitter::Decorrelated);
    let policy = builder.attempts(6).build().unwrap();
    let mut rng = seeded(5);
    let mut positions = Vec::new();
    for _ in 0..DRAWS / 5 {
        let mut previous = 1.0;
        for delay in policy.delays(&mut rng).map(|delay| delay.as_secs_f64()) {
            positions.push((delay - 1.0) / (3.0 * previous - 1.0));
            previous = delay;
        }
    }
    assert_uniform(&positions, 0.0, 1.0);
}

#[test]
fn jitter_still_spreads_where_the_ceiling_is_the_cap() {
    for (jitter, low) in [(Jitter::Full, 0.0), (Jitter::Equal, 0.5)] {
        let policy = RetryPolicy::builder().jitter(jitter).attempts(DRAWS).build().unwrap();
        assert_eq!(policy.ceiling(7), policy.cap());
        let saturated: Vec<_> = policy.delays(seeded(6)).skip(6).map(|delay| delay.as_secs_f64() / 30.0).collect();
        assert_uniform(&saturated, low, 1.0);
    }
}

/// Once the cap is reached, two draws in three are above it and become the cap, by Brooker's formula. The third draw is
/// below the cap.
#[test]
fn decorrelated_jitter_spreads_a_third_of_its_draws_below_the_cap() {
    let base = Duration::from_millis(1);
    let cap = Duration::from_secs(30);
    let builder = RetryPolicy::builder().base(base).cap(cap).jitter(Jitter::Decorrelated);
    let delays: Vec<_> = builder.attempts(DRAWS).build().unwrap().delays(seeded(7)).collect();
    let after_the_cap: Vec<_> =
        delays.windows(2).filter(|pair| pair[0] == cap).map(|pair| pair[1].as_secs_f64() / 30.0).collect();
    let below: Vec<_> = after_the_cap.iter().copied().filter(|&fraction| fraction < 1.0).collect();
    assert_uniform(&below, 0.0, 1.0);
    let (all, below) =
        (f64::from(u32::try_from(after_the_cap.len()).unwrap()), f64::from(u32::try_from(below.len()).unwrap()));
    assert!((below - all / 3.0).abs() < SIGMAS * (all * 2.0 / 9.0).sqrt(), "{below} of {all}");
}

/// The delays of one call depend on each other, so the bound is wider than for independent draws.
#[test]
fn decorrelated_delays_that_have_grown_to_the_cap_are_the_cap_in_a_third_of_all_cases() {
    let policy = RetryPolicy::builder().jitter(Jitter::Decorrelated).attempts(DRAWS * 10).build().unwrap();
    let grown = policy.delays(seeded(8)).skip_while(|delay| *delay < policy.cap());
    let (mut all, mut capped) = (0.0, 0.0);
    for delay in grown {
        all += 1.0;
        capped += f64::from(u8::from(delay == policy.cap()));
    }
    assert!((0.33..0.35).contains(&(capped / all)), "{capped} of {all}");
}
