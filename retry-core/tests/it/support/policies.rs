//! Strategies over every policy that can be built.

use std::time::Duration;

use proptest::prelude::*;
use retry_core::{Backoff, DelayList, Jitter, RetryPolicy};

pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Any duration, from zero to the longest, in every order of magnitude.
pub(crate) fn duration() -> impl Strategy<Value = Duration> {
    prop_oneof![
        Just(Duration::ZERO),
        Just(Duration::from_nanos(1)),
        Just(Duration::MAX),
        (0..10_000_000_000_u64).prop_map(Duration::from_nanos),
        (0..=63_u32, any::<u64>(), 0..1_000_000_000_u32)
            .prop_map(|(shift, seconds, nanos)| Duration::new(seconds >> shift, nanos)),
    ]
}

/// A base, and a cap that is not below the base.
pub(crate) fn base_and_cap() -> impl Strategy<Value = (Duration, Duration)> {
    (duration(), duration()).prop_map(|(one, other)| (one.min(other), one.max(other)))
}

/// Any finite factor of at least 1.
pub(crate) fn factor() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(1.0),
        Just(1.0 + f64::EPSILON),
        Just(f64::MAX),
        1.0..1.000_1,
        1.0..4.0,
        (1.0_f64.to_bits()..=f64::MAX.to_bits()).prop_map(f64::from_bits),
    ]
}

/// Any attempt, the extremes often.
pub(crate) fn attempt() -> impl Strategy<Value = u32> {
    prop_oneof![any::<u32>(), 0..200_u32, u32::MAX - 200..=u32::MAX]
}

pub(crate) fn jitter() -> impl Strategy<Value = Jitter> {
    prop_oneof![
        Just(Jitter::Full),
        Just(Jitter::Equal),
        Just(Jitter::Decorrelated),
        Just(Jitter::None),
        (0.0..=1.0).prop_map(Jitter::Share),
    ]
}

fn listed() -> impl Strategy<Value = Backoff> {
    const ONE: &[Duration] = &[Duration::from_secs(1)];
    const GROWING: &[Duration] = &[Duration::ZERO, Duration::from_millis(3), Duration::from_secs(3)];
    const UNEVEN: &[Duration] =
        &[Duration::from_secs(7), Duration::from_nanos(1), Duration::from_secs(7), Duration::from_secs(2)];
    const LONGEST: &[Duration] = &[Duration::MAX, Duration::MAX];
    prop_oneof![
        prop_oneof![Just(ONE), Just(GROWING), Just(UNEVEN), Just(LONGEST)].prop_map(Backoff::Delays),
        prop::collection::vec((0..100_000_000_u64, 0..=11_u32), 1..=DelayList::MAX).prop_map(|delays| {
            let delays: Vec<_> =
                delays.into_iter().map(|(number, power)| Duration::from_nanos(number * 10_u64.pow(power))).collect();
            Backoff::List(DelayList::try_new(&delays).expect("eight digits each"))
        }),
    ]
}

fn function() -> impl Strategy<Value = Backoff> {
    fn growing(attempt: u32) -> Duration {
        Duration::from_micros(attempt.into())
    }
    fn falling(attempt: u32) -> Duration {
        Duration::from_millis(u64::from(u32::MAX - attempt))
    }
    fn longest(_attempt: u32) -> Duration {
        Duration::MAX
    }
    prop_oneof![Just(growing as fn(u32) -> Duration), Just(falling as _), Just(longest as _)]
        .prop_map(Backoff::Function)
}

pub(crate) fn backoff() -> impl Strategy<Value = Backoff> {
    prop_oneof![
        3 => Just(Backoff::Exponential),
        1 => Just(Backoff::Linear),
        1 => Just(Backoff::Constant),
        1 => Just(Backoff::Fibonacci),
        1 => listed(),
        1 => function(),
    ]
}

/// Any policy, with attempts from `attempts`.
pub(crate) fn policy(attempts: impl Strategy<Value = u32>) -> impl Strategy<Value = RetryPolicy> {
    (base_and_cap(), factor(), backoff(), jitter(), attempts).prop_map(
        |((base, cap), factor, backoff, jitter, attempts)| {
            let builder = RetryPolicy::builder().jitter(jitter).attempts(attempts);
            let built = match backoff {
                _ if jitter == Jitter::Decorrelated => builder.base(base).cap(cap).build(),
                Backoff::Exponential => builder.base(base).cap(cap).factor(factor).build(),
                Backoff::Delays(_) | Backoff::List(_) => {
                    let longest = match backoff {
                        Backoff::List(list) => list.iter().max(),
                        Backoff::Delays(list) => list.iter().max().copied(),
                        _ => None,
                    };
                    let longest = longest.unwrap_or_default();
                    builder.cap(cap.max(longest)).backoff(backoff).build()
                }
                Backoff::Function(_) => builder.cap(cap).backoff(backoff).build(),
                _ => builder.base(base).cap(cap).backoff(backoff).build(),
            };
            built.expect("the settings go together")
        },
    )
}
