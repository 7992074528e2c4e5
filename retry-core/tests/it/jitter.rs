//! Each jitter stays inside its band, for every policy and generator. `delays` as an iterator.

use std::collections::BTreeSet;
use std::iter::FusedIterator;
use std::time::Duration;

use proptest::prelude::*;
use retry_core::{Backoff, Delays, Jitter, RetryPolicy};

use crate::support::policies::{config, policy};
use crate::support::{Always, Counting, Untouchable, seeded};

fn constant(nanos: u64, jitter: Jitter, attempts: u32) -> RetryPolicy {
    let base = Duration::from_nanos(nanos);
    RetryPolicy::builder().backoff(Backoff::Constant).base(base).jitter(jitter).attempts(attempts).build().unwrap()
}

/// Asserts that every delay is in the band of its jitter.
fn check_bands(policy: &RetryPolicy, delays: impl Iterator<Item = Duration>) -> Result<(), TestCaseError> {
    let mut previous = policy.base();
    for (attempt, delay) in (1..).zip(delays) {
        let ceiling = policy.ceiling(attempt);
        prop_assert!(delay <= policy.cap());
        match policy.jitter() {
            Jitter::Full => prop_assert!(delay <= ceiling),
            Jitter::Equal => prop_assert!((ceiling / 2..=ceiling).contains(&delay)),
            Jitter::Decorrelated => {
                let highest = previous.saturating_mul(3).min(policy.cap());
                prop_assert!((policy.base()..=highest).contains(&delay));
                prop_assert!(delay <= ceiling);
                previous = delay;
            }
            Jitter::None => prop_assert_eq!(delay, ceiling),
            // A share is stored to 2⁻³², so the band may begin lower by that part of the ceiling.
            Jitter::Share(share) => {
                let lowest = ceiling.as_secs_f64() * (1.0 - share - 1e-9);
                prop_assert!(delay <= ceiling && delay.as_secs_f64() >= lowest - 1e-9);
            }
            other => prop_assert!(false, "no band is known for {:?}", other),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn every_delay_is_inside_its_band(policy in policy(1..=u32::MAX), seed in any::<u64>()) {
        check_bands(&policy, policy.delays(seeded(seed)).take(150))?;
    }

    #[test]
    fn generators_without_any_randomness_stay_inside_too(policy in policy(1..=u32::MAX), bits in any::<u64>()) {
        for bits in [0, u64::MAX, 1, 1 << 63, bits] {
            check_bands(&policy, policy.delays(Always(bits)).take(150))?;
        }
    }

    #[test]
    fn there_is_one_delay_fewer_than_attempts(policy in policy(1..=200_u32), seed in any::<u64>()) {
        let mut delays = policy.delays(seeded(seed));
        for left in (0..policy.attempts() as usize).rev() {
            prop_assert_eq!((delays.len(), delays.size_hint()), (left, (left, Some(left))));
            prop_assert_eq!(delays.next().is_some(), left > 0);
        }
        for _ in 0..3 {
            prop_assert_eq!((delays.next(), delays.len()), (None, 0));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_delays(policy in policy(1..=60_u32), seed in any::<u64>()) {
        let first: Vec<_> = policy.delays(seeded(seed)).collect();
        let mut rng = seeded(seed);
        let second: Vec<_> = policy.delays(&mut rng).collect();
        prop_assert_eq!(&first, &second);
        // A clone in the middle goes on in the same way.
        let mut delays = policy.delays(seeded(seed));
        let head: Vec<_> = delays.by_ref().take(7).collect();
        prop_assert_eq!(&first[..head.len()], &head[..]);
        prop_assert!(delays.clone().eq(delays));
    }
}

#[test]
fn the_most_attempts_are_counted_without_being_made() {
    fn is_fused(_: &impl FusedIterator) {}
    let delays: Delays<_> = constant(1, Jitter::Full, u32::MAX).delays(Untouchable);
    is_fused(&delays);
    assert_eq!(delays.len(), u32::MAX as usize - 1);
    assert_eq!(constant(1, Jitter::Full, 1).delays(Untouchable).count(), 0);
}

#[test]
fn delays_are_drawn_only_when_asked_for_and_without_jitter_never() {
    let mut rng = Counting::new();
    let mut delays = constant(1_000, Jitter::Full, 10).delays(&mut rng);
    assert!(delays.next().is_some());
    let draws = rng.draws;
    assert!(draws > 0, "the first delay is drawn");
    constant(1_000, Jitter::Full, 10).delays(&mut rng).take(3).for_each(drop);
    assert_eq!(rng.draws, 4 * draws, "each delay costs the same");
    assert_eq!(constant(1_000, Jitter::None, 10).delays(Untouchable).count(), 9);
}

#[test]
fn delays_can_be_drawn_through_a_generator_of_unknown_type() {
    let mut rng = seeded(3);
    let erased: &mut dyn rand::Rng = &mut rng;
    let policy = RetryPolicy::default();
    assert!(policy.delays(erased).eq(policy.delays(seeded(3))));
}

/// With a band of a few nanoseconds, every value of the closed band occurs, and no other.
#[test]
fn both_ends_of_a_band_are_possible() {
    let drawn = |nanos, jitter| -> Vec<u128> {
        let delays = constant(nanos, jitter, 1_001).delays(seeded(1));
        delays.map(|delay| delay.as_nanos()).collect::<BTreeSet<_>>().into_iter().collect()
    };
    assert_eq!(drawn(3, Jitter::Full), [0, 1, 2, 3]);
    assert_eq!(drawn(1, Jitter::Full), [0, 1]);
    assert_eq!(drawn(0, Jitter::Full), [0]);
    assert_eq!(drawn(4, Jitter::Equal), [2, 3, 4]);
    assert_eq!(drawn(5, Jitter::Equal), [2, 3, 4, 5]);
    assert_eq!(drawn(4, Jitter::None), [4]);
    let decorrelated =
        RetryPolicy::builder().base(Duration::from_nanos(2)).cap(Duration::from_nanos(6)).jitter(Jitter::Decorrelated);
    let delays = decorrelated.attempts(1_001).build().unwrap().delays(seeded(1));
    let drawn: BTreeSet<_> = delays.map(|delay| delay.as_nanos()).collect();
    assert_eq!(drawn, BTreeSet::from([2, 3, 4, 5, 6]));
}

#[test]
fn the_extreme_generators_reach_the_ends_exactly() {
    for nanos in [1, 2, 3, 10, 1_000, 999_999_999, 30_000_000_000] {
        let whole = Duration::from_nanos(nanos);
        let first = |jitter, bits| constant(nanos, jitter, 2).delays(Always(bits)).next().unwrap();
        assert_eq!((first(Jitter::Full, 0), first(Jitter::Full, u64::MAX)), (Duration::ZERO, whole));
        assert_eq!((first(Jitter::Equal, 0), first(Jitter::Equal, u64::MAX)), (whole / 2, whole));
        assert_eq!((first(Jitter::None, 0), first(Jitter::None, u64::MAX)), (whole, whole));
    }
    let policy = RetryPolicy::builder().jitter(Jitter::Decorrelated).attempts(7).build().unwrap();
    assert!(policy.delays(Always(0)).all(|delay| delay == policy.base()));
    assert!(policy.delays(Always(u64::MAX)).eq(policy.schedule().ceilings()));
}

/// A change of these numbers changes the schedule of every user with a seed. The ceilings are 0.5, 1, 2, 4 and 8 s. The
/// numbers come from another implementation of xoshiro256++ and of `low + ((span + 1) × draw >> 64)`.
#[test]
fn a_seed_gives_this_schedule_in_every_version() {
    let nanos = |jitter| -> Vec<u128> {
        let policy = RetryPolicy::builder().jitter(jitter).build().unwrap();
        policy.delays(seeded(42)).map(|delay| delay.as_nanos()).collect()
    };
    assert_eq!(nanos(Jitter::Full), [407_152_573, 318_821_040, 1_967_788_337, 2_804_542_393, 6_348_035_918]);
    assert_eq!(nanos(Jitter::Equal), [453_576_287, 659_410_520, 1_983_894_169, 3_402_271_196, 7_174_017_959]);
    assert_eq!(
        nanos(Jitter::Decorrelated),
        [1_314_305_145, 1_597_673_880, 4_723_878_956, 10_085_671_293, 24_112_324_113]
    );
    assert_eq!(nanos(Jitter::None), [500_000_000, 1_000_000_000, 2_000_000_000, 4_000_000_000, 8_000_000_000]);
}

/// The names are shares of one formula, so the same seed gives the same delays.
#[test]
fn the_names_are_shares() {
    for (name, share) in [(Jitter::Full, 1.0), (Jitter::Equal, 0.5), (Jitter::None, 0.0), (Jitter::None, -0.0)] {
        assert_eq!(name, Jitter::Share(share));
        let delays =
            |jitter| -> Vec<_> { RetryPolicy::builder().jitter(jitter).build().unwrap().delays(seeded(42)).collect() };
        assert_eq!(delays(name), delays(Jitter::Share(share)), "{name:?}");
    }
    assert_ne!(Jitter::Equal, Jitter::Share(0.500_001));
    assert_ne!(Jitter::None, Jitter::Decorrelated);
}

#[test]
fn a_share_reaches_both_ends_of_its_band_and_no_further() {
    let first = |bits| constant(1_000_000_000, Jitter::Share(0.2), 2).delays(Always(bits)).next().unwrap();
    assert_eq!((first(0), first(u64::MAX)), (Duration::from_millis(800), Duration::from_secs(1)));
}

#[test]
fn another_seed_gives_another_schedule() {
    for jitter in [Jitter::Full, Jitter::Equal, Jitter::Decorrelated] {
        let policy = RetryPolicy::builder().jitter(jitter).build().unwrap();
        let schedules: BTreeSet<Vec<_>> = (0..100).map(|seed| policy.delays(seeded(seed)).collect()).collect();
        assert_eq!(schedules.len(), 100, "{jitter:?}");
    }
}

/// A span of more than 2⁶⁴ ns is drawn in steps of 2³⁰ ns.
#[test]
fn the_longest_ceiling_is_drawn_to_its_ends() {
    let longest = RetryPolicy::builder().base(Duration::MAX).cap(Duration::MAX).attempts(2).build().unwrap();
    let drawn = |bits| longest.delays(Always(bits)).next().unwrap();
    assert_eq!(drawn(0), Duration::ZERO);
    assert!(drawn(1 << 63).abs_diff(Duration::MAX / 2) <= Duration::from_nanos(1 << 30));
    assert!(drawn(u64::MAX).abs_diff(Duration::MAX) <= Duration::from_nanos(1 << 30));
}
