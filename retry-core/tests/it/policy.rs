//! The ceilings of every curve, the defaults, and policies as values.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use retry_core::{Backoff, DelayList, Jitter, RetryPolicy, RetryPolicyBuilder};

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn build(builder: RetryPolicyBuilder) -> RetryPolicy {
    builder.build().expect("a possible policy")
}

fn ceilings<const N: usize>(policy: &RetryPolicy) -> [Duration; N] {
    std::array::from_fn(|index| policy.ceiling(u32::try_from(index).unwrap() + 1))
}

#[test]
fn the_default_is_what_the_documentation_says() {
    let policy = RetryPolicy::default();
    assert_eq!(policy.base(), ms(500));
    assert_eq!(policy.cap(), secs(30));
    assert_eq!(policy.factor().to_bits(), 2.0_f64.to_bits());
    assert_eq!(policy.attempts(), 6);
    assert_eq!(policy.backoff(), Backoff::Exponential);
    assert_eq!(policy.jitter(), Jitter::Full);
    assert_eq!(policy.retry_after_cap(), secs(60));
    assert_eq!(RetryPolicyBuilder::default().build(), Ok(policy));
}

#[test]
fn getters_give_back_what_was_set() {
    let policy = build(
        RetryPolicy::builder()
            .base(ms(7))
            .cap(secs(9))
            .factor(1.25)
            .backoff(Backoff::Exponential)
            .jitter(Jitter::Equal)
            .attempts(11)
            .retry_after_cap(secs(13)),
    );
    assert_eq!((policy.base(), policy.cap(), policy.retry_after_cap()), (ms(7), secs(9), secs(13)));
    assert_eq!(policy.factor().to_bits(), 1.25_f64.to_bits());
    assert_eq!((policy.backoff(), policy.jitter(), policy.attempts()), (Backoff::Exponential, Jitter::Equal, 11));
}

#[test]
fn doubling_ceilings_are_exact_and_end_at_the_cap() {
    let policy = RetryPolicy::default();
    assert_eq!(ceilings(&policy), [ms(500), secs(1), secs(2), secs(4), secs(8), secs(16), secs(30), secs(30)]);
    for attempt in [20, 64, 65, 128, 129, 1024, 1025, 2000, u32::MAX - 1, u32::MAX] {
        assert_eq!(policy.ceiling(attempt), secs(30), "attempt {attempt}");
    }
}

#[test]
fn attempt_zero_counts_as_one() {
    static LIST: [Duration; 2] = [ms(3), ms(5)];
    let function: fn(u32) -> Duration = |attempt| secs(attempt.into());
    let curves = [Backoff::Exponential, Backoff::Linear, Backoff::Constant, Backoff::Fibonacci, Backoff::Delays(&LIST)];
    for backoff in curves.into_iter().chain([Backoff::Function(function)]) {
        let policy = build(RetryPolicy::builder().backoff(backoff));
        assert_eq!(policy.ceiling(0), policy.ceiling(1), "{backoff:?}");
        assert_ne!(policy.ceiling(1), Duration::ZERO, "{backoff:?}");
    }
    let decorrelated = build(RetryPolicy::builder().jitter(Jitter::Decorrelated));
    assert_eq!(decorrelated.ceiling(0), decorrelated.ceiling(1));
}

#[test]
fn fractional_factors_round_to_the_nanosecond() {
    let policy = build(RetryPolicy::builder().base(ms(100)).factor(1.5));
    let nanos = [100_000_000, 150_000_000, 225_000_000, 337_500_000, 506_250_000];
    assert_eq!(ceilings(&policy), nanos.map(Duration::from_nanos));
    // 3 ns × 1.5 = 4.5 ns, rounded up.
    let tiny = build(RetryPolicy::builder().base(Duration::from_nanos(3)).factor(1.5));
    assert_eq!(ceilings(&tiny), [3, 5, 7, 10, 15].map(Duration::from_nanos));
}

#[test]
fn a_factor_of_one_never_grows() {
    let policy = build(RetryPolicy::builder().factor(1.0));
    assert_eq!([1, 2, 1000, u32::MAX].map(|attempt| policy.ceiling(attempt)), [ms(500); 4]);
}

#[test]
fn linear_ceilings_are_multiples_of_the_base() {
    let policy = build(RetryPolicy::builder().backoff(Backoff::Linear));
    assert_eq!(ceilings(&policy), [ms(500), ms(1000), ms(1500), ms(2000)]);
    assert_eq!(
        [59, 60, 61, u32::MAX].map(|attempt| policy.ceiling(attempt)),
        [ms(29_500), secs(30), secs(30), secs(30)]
    );
    let uncapped =
        build(RetryPolicy::builder().backoff(Backoff::Linear).base(Duration::from_nanos(1)).cap(Duration::MAX));
    assert_eq!(uncapped.ceiling(u32::MAX), Duration::from_nanos(u32::MAX.into()));
}

#[test]
fn constant_ceilings_are_the_base() {
    let policy = build(RetryPolicy::builder().backoff(Backoff::Constant).base(ms(42)));
    assert_eq!([0, 1, 2, 99, u32::MAX].map(|attempt| policy.ceiling(attempt)), [ms(42); 5]);
}

#[test]
fn fibonacci_ceilings_are_the_sums_of_the_two_before() {
    let policy = build(RetryPolicy::builder().backoff(Backoff::Fibonacci).base(secs(1)));
    assert_eq!(ceilings(&policy), [1, 1, 2, 3, 5, 8, 13, 21, 30, 30].map(secs));
    let uncapped = build(RetryPolicy::builder().backoff(Backoff::Fibonacci).base(secs(1)).cap(Duration::MAX));
    assert_eq!(uncapped.ceiling(93), secs(12_200_160_415_121_876_738));
    assert_eq!(uncapped.ceiling(94), Duration::MAX);
    assert_eq!(uncapped.ceiling(u32::MAX), Duration::MAX);
}

#[test]
fn a_list_is_followed_and_its_last_delay_repeats() {
    static LIST: [Duration; 3] = [ms(100), secs(5), secs(1)];
    let policy = build(RetryPolicy::builder().backoff(Backoff::Delays(&LIST)));
    assert_eq!(ceilings(&policy), [ms(100), secs(5), secs(1), secs(1)]);
    assert_eq!(policy.ceiling(u32::MAX), secs(1));
}

#[test]
fn a_list_alone_sets_the_attempts_and_the_cap() {
    static LIST: [Duration; 3] = [ms(100), secs(90), secs(1)];
    let policy = build(RetryPolicy::builder().backoff(Backoff::Delays(&LIST)));
    assert_eq!((policy.attempts(), policy.cap(), policy.retry_after_cap()), (4, secs(90), secs(90)));
    let explicit = build(RetryPolicy::builder().backoff(Backoff::Delays(&LIST)).attempts(2).cap(secs(100)));
    assert_eq!((explicit.attempts(), explicit.cap()), (2, secs(100)));
}

#[test]
fn a_function_is_given_the_attempt_and_bound_by_the_cap() {
    let policy = build(RetryPolicy::builder().backoff(Backoff::Function(|attempt| secs(u64::from(attempt) * 10))));
    assert_eq!(ceilings(&policy), [secs(10), secs(20), secs(30), secs(30)]);
    assert_eq!(policy.ceiling(u32::MAX), secs(30));
}

/// A function of the attempt is called once for a ceiling, whatever the number of the attempt is.
#[test]
fn a_ceiling_does_not_walk_through_the_attempts_before_it() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    static LAST: AtomicU32 = AtomicU32::new(0);
    fn counted(attempt: u32) -> Duration {
        ASKED.fetch_add(1, Ordering::Relaxed);
        LAST.store(attempt, Ordering::Relaxed);
        ms(1)
    }
    let policy = build(RetryPolicy::builder().backoff(Backoff::Function(counted)));
    for (times, attempt) in [(1, 1), (2, 2000), (3, u32::MAX)] {
        assert_eq!(policy.ceiling(attempt), ms(1));
        assert_eq!((ASKED.load(Ordering::Relaxed), LAST.load(Ordering::Relaxed)), (times, attempt));
    }
}

#[test]
fn decorrelated_ceilings_triple() {
    let policy = build(RetryPolicy::builder().jitter(Jitter::Decorrelated).base(secs(1)));
    assert_eq!(ceilings(&policy), [secs(3), secs(9), secs(27), secs(30)]);
    assert_eq!(policy.ceiling(u32::MAX), secs(30));
}

#[test]
fn the_longest_durations_neither_overflow_nor_panic() {
    let curves = [Backoff::Exponential, Backoff::Linear, Backoff::Constant, Backoff::Fibonacci];
    for backoff in curves {
        let policy = build(RetryPolicy::builder().backoff(backoff).base(Duration::MAX).cap(Duration::MAX));
        for attempt in [0, 1, 2, 3, 64, 94, 95, u32::MAX] {
            assert_eq!(policy.ceiling(attempt), Duration::MAX, "{backoff:?}, attempt {attempt}");
        }
    }
}

#[test]
fn a_base_of_zero_never_waits() {
    for backoff in [Backoff::Exponential, Backoff::Linear, Backoff::Constant, Backoff::Fibonacci] {
        let policy = build(RetryPolicy::builder().backoff(backoff).base(Duration::ZERO));
        assert_eq!([1, 2, 100, u32::MAX].map(|attempt| policy.ceiling(attempt)), [Duration::ZERO; 4], "{backoff:?}");
    }
}

#[test]
fn the_retry_after_cap_is_by_default_the_greater_of_the_cap_and_one_minute() {
    let with_cap = |cap| build(RetryPolicy::builder().cap(cap)).retry_after_cap();
    assert_eq!(with_cap(secs(59)), secs(60));
    assert_eq!(with_cap(secs(60)), secs(60));
    assert_eq!(with_cap(secs(61)), secs(61));
    assert_eq!(with_cap(Duration::MAX), Duration::MAX);
    assert_eq!(build(RetryPolicy::builder().retry_after_cap(Duration::ZERO)).retry_after_cap(), Duration::ZERO);
}

const IN_A_CONST: RetryPolicy = RetryPolicy::builder()
    .base(ms(50))
    .cap(secs(2))
    .factor(3.0)
    .jitter(Jitter::Equal)
    .attempts(4)
    .retry_after_cap(secs(5))
    .build_const();
static IN_A_STATIC: RetryPolicy =
    RetryPolicy::builder().backoff(Backoff::Delays(&[ms(1), ms(2)])).jitter(Jitter::None).build_const();

#[test]
fn constants_hold_policies() {
    assert_eq!(ceilings(&IN_A_CONST), [ms(50), ms(150), ms(450), ms(1350), secs(2)]);
    assert_eq!((IN_A_STATIC.attempts(), ceilings(&IN_A_STATIC)), (3, [ms(1), ms(2), ms(2)]));
}

#[test]
fn policies_are_equal_when_all_their_settings_are() {
    fn one(attempt: u32) -> Duration {
        ms(attempt.into())
    }
    fn other(attempt: u32) -> Duration {
        secs(u64::from(attempt) + 1)
    }
    let start = RetryPolicy::builder;
    // As long as the other list and with the same last delay, so that neither attempts nor cap differ.
    let list: &'static [Duration] = Box::leak(Box::new([ms(2), ms(3)]));
    let different = [
        start(),
        start().base(ms(501)),
        start().cap(secs(31)),
        start().factor(2.5),
        start().attempts(7),
        start().jitter(Jitter::Equal),
        start().retry_after_cap(secs(61)),
        start().deadline(secs(60)),
        start().deadline(secs(61)),
        start().backoff(Backoff::Linear),
        start().backoff(Backoff::Constant),
        start().backoff(Backoff::Fibonacci),
        start().backoff(Backoff::Delays(const { &[ms(1), ms(3)] })),
        start().backoff(Backoff::Delays(list)),
        start().backoff(Backoff::Function(one)),
        start().backoff(Backoff::Function(other)),
    ]
    .map(build);
    for (index, policy) in different.iter().enumerate() {
        let copy = *policy;
        assert_eq!(copy, *policy);
        for (other_index, other) in different.iter().enumerate() {
            assert_eq!(policy == other, index == other_index, "{policy:?} and {other:?}");
        }
    }
    // A list is compared by its delays.
    assert_eq!(Backoff::Delays(list), Backoff::Delays(const { &[ms(2), ms(3)] }));
}

#[test]
fn the_debug_form_names_every_setting() {
    let text = format!("{:?}", RetryPolicy::default());
    assert_eq!(
        text,
        "RetryPolicy { base: 500ms, cap: 30s, factor: 2.0, backoff: Exponential, jitter: Full, attempts: 6, \
         retry_after_cap: 60s, deadline: None }"
    );
}

/// What is equal has one hash, and what differs most likely has another.
#[test]
fn jitters_hash_as_they_compare() {
    let hash = |jitter: Jitter| BuildHasherDefault::<DefaultHasher>::default().hash_one(jitter);
    assert_eq!(hash(Jitter::Share(0.5)), hash(Jitter::Share(0.5)));
    assert_ne!(hash(Jitter::Full), hash(Jitter::None));
    assert_ne!(hash(Jitter::Share(0.5)), hash(Jitter::Share(0.25)));
}

#[test]
fn lists_compare_by_their_delays() {
    let list = |seconds: &[u64]| {
        let delays: Vec<Duration> = seconds.iter().copied().map(Duration::from_secs).collect();
        DelayList::try_new(&delays).unwrap()
    };
    assert_eq!(list(&[1, 2]), list(&[1, 2]));
    assert_ne!(list(&[1, 2]), list(&[1, 3]));
    assert_ne!(list(&[1, 2]), list(&[1]));
    assert_eq!(Backoff::List(list(&[1, 2])), Backoff::List(list(&[1, 2])));
    assert_ne!(Backoff::List(list(&[1, 2])), Backoff::List(list(&[2, 2])));
    assert_eq!(format!("{:?}", list(&[1, 2])), "[1s, 2s]");
}
