//! The smallest and the largest of all values, through every front end: no panic, no hang, and no further attempt.

use std::cell::Cell;
use std::future::{pending, ready};
use std::pin::pin;
use std::time::Duration;

use retry_core::testing::{End, Scope};
use retry_core::{Backoff, GiveUpReason, Jitter, RetryBudget, RetryPolicy, RetryPolicyBuilder, TimedOut, Verdict};
use tokio::time::Instant;

const TINY: Duration = Duration::from_nanos(1);
const MAX: Duration = Duration::MAX;

#[derive(Debug, PartialEq)]
enum Failure {
    Busy,
    TimedOut,
}

impl From<TimedOut> for Failure {
    fn from(_: TimedOut) -> Self {
        Self::TimedOut
    }
}

/// Every combination of extreme values that gives a policy.
fn extremes() -> Vec<RetryPolicy> {
    type Change = fn(RetryPolicyBuilder) -> RetryPolicyBuilder;
    let choices: [&[Change]; 5] = [
        &[
            |it| it.base(Duration::ZERO).cap(Duration::ZERO),
            |it| it.base(Duration::ZERO).cap(MAX),
            |it| it.base(MAX).cap(MAX),
            |it| it.base(TINY).cap(MAX).factor(f64::MAX),
            |it| it.base(MAX).cap(MAX).backoff(Backoff::Linear),
            |it| it.base(MAX).cap(MAX).backoff(Backoff::Fibonacci),
            |it| it.cap(MAX).backoff(Backoff::Function(|attempt| Duration::from_secs(u64::MAX / u64::from(attempt)))),
        ],
        &[
            |it| it.jitter(Jitter::Full),
            |it| it.jitter(Jitter::Equal),
            |it| it.jitter(Jitter::None),
            |it| it.jitter(Jitter::Decorrelated),
        ],
        &[|it| it, |it| it.deadline(TINY), |it| it.deadline(Duration::from_secs(3_600)), |it| it.deadline(MAX)],
        &[|it| it, |it| it.retry_after_cap(Duration::ZERO), |it| it.retry_after_cap(MAX)],
        &[|it| it.attempts(1), |it| it.attempts(2), |it| it.attempts(u32::MAX), |it| it.unlimited_attempts()],
    ];
    let mut builders = vec![RetryPolicy::builder()];
    for choice in choices {
        builders = builders.into_iter().flat_map(|builder| choice.iter().map(move |change| change(builder))).collect();
    }
    let policies: Vec<_> = builders.into_iter().filter_map(|builder| builder.build().ok()).collect();
    assert!(policies.len() > 500, "{} policies", policies.len());
    policies
}

const VERDICTS: [Verdict; 4] =
    [Verdict::Transient, Verdict::RetryAfter(Duration::ZERO), Verdict::RetryAfter(TINY), Verdict::RetryAfter(MAX)];

/// Fails twice. Asserts the number of attempts and the end of the call.
fn check(policy: &RetryPolicy, calls: u32, outcome: Result<u32, Failure>, scope: &Scope) {
    let trace = scope.trace();
    let call = &trace.calls()[0];
    assert_eq!(call.attempts(), calls as usize, "{policy:?}");
    assert!(calls <= policy.attempts());
    match outcome {
        Ok(value) => assert_eq!((value, calls, call.end()), (3, 3, Some(End::Success))),
        Err(error) => {
            let Some(End::GaveUp(reason)) = call.end() else { panic!("{trace}") };
            assert!(matches!(error, Failure::Busy | Failure::TimedOut));
            assert_eq!(reason == GiveUpReason::Attempts, calls == policy.attempts(), "{policy:?}");
            assert_ne!(reason, GiveUpReason::Permanent);
            assert!(reason != GiveUpReason::Deadline || policy.deadline().is_some());
        }
    }
}

#[test]
fn calls_with_extreme_policies() {
    for policy in extremes() {
        for verdict in VERDICTS {
            let calls = Cell::new(0);
            let operation = || {
                calls.set(calls.get() + 1);
                if calls.get() < 3 { Err(Failure::Busy) } else { Ok(calls.get()) }
            };
            let scope = Scope::new();
            let closure = policy.retry(|| ready(operation())).transient(|_| verdict);
            let outcome = crate::support::ready_at_once(scope.run(closure.into_future()));
            check(&policy, calls.take(), outcome, &scope);
            let scope = Scope::new().seed(u64::MAX);
            let blocking = policy.retry_blocking(operation).transient(|_| verdict);
            let outcome = scope.run_blocking(|| blocking.run());
            check(&policy, calls.take(), outcome, &scope);
            // Without a scope, no time passes in a `sleep` of the test.
            let _ = policy.retry_blocking(operation).transient(|_| verdict).run_with_sleep(|_| ());
            assert!(calls.take() <= policy.attempts().min(3));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn attempts_with_extreme_timeouts() {
    for policy in extremes() {
        for timeout in [Duration::ZERO, TINY, MAX] {
            let calls = Cell::new(0);
            let operation = || {
                calls.set(calls.get() + 1);
                let (hangs, number) = (calls.get() < 3 && timeout < MAX, calls.get());
                async move {
                    if hangs {
                        pending::<()>().await;
                    }
                    if number < 3 { Err(Failure::Busy) } else { Ok(number) }
                }
            };
            let scope = Scope::new();
            let call = policy.retry(operation).transient(|_| true).timeout(timeout);
            let outcome = scope.run(call.into_future()).await;
            check(&policy, calls.take(), outcome, &scope);
        }
    }
}

/// Makes all attempts in a single poll. With a recursion for each attempt the stack would overflow.
#[test]
fn a_hundred_thousand_attempts_in_one_poll() {
    let policy = RetryPolicy::builder().base(Duration::ZERO).attempts(100_000).build().unwrap();
    let calls = Cell::new(0);
    let attempt = || {
        calls.set(calls.get() + 1);
        ready(Err::<(), _>(Failure::Busy))
    };
    let call = policy.retry(attempt).transient(|_| true).sleep(|_| ready(()));
    assert!(crate::support::poll_once(pin!(call.into_future())).is_ready());
    assert_eq!(calls.take(), 100_000);
    let lending = policy.retry_async_closure(attempt).transient(|_| true).sleep(|_| ready(()));
    assert!(crate::support::poll_once(pin!(lending.run())).is_ready());
    assert_eq!(calls.take(), 100_000);
}

/// On tokio's clock, whose range ends earlier than that of `Duration`.
#[tokio::test(start_paused = true)]
async fn the_longest_waits_on_tokios_clock_take_30_years() {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    for (delay, waited) in [(YEAR, YEAR), (YEAR * 29, YEAR * 29), (YEAR * 31, YEAR * 30), (MAX, YEAR * 30)] {
        let policy = RetryPolicy::builder().base(delay).cap(MAX).jitter(Jitter::None).attempts(2).build().unwrap();
        let (mut calls, began) = (0, Instant::now());
        let operation = || {
            calls += 1;
            ready(if calls < 2 { Err(Failure::Busy) } else { Ok(calls) })
        };
        assert_eq!(policy.retry(operation).transient(|_| true).await, Ok(2));
        // Exact to a millisecond, the unit of tokio's timer.
        assert_eq!(began.elapsed().as_millis(), waited.as_millis());
    }
}

/// The call takes the real time of the deadline, because it never waits.
#[tokio::test]
async fn unlimited_attempts_that_never_wait_end_at_the_deadline() {
    let builder = RetryPolicy::builder().base(Duration::ZERO).unlimited_attempts();
    let policy = builder.deadline(Duration::from_millis(5)).build().unwrap();
    let calls = Cell::new(0_u64);
    let operation = || {
        calls.set(calls.get() + 1);
        Err::<u32, _>(Failure::Busy)
    };
    let mut reasons = Vec::new();
    let closure = policy.retry(async || operation()).transient(|_| true);
    let _ = closure.on_give_up(|event| reasons.push(event.reason)).await;
    let blocking = policy.retry_blocking(operation).transient(|_| true);
    let _ = blocking.on_give_up(|event| reasons.push(event.reason)).run();
    let closure = policy.retry(async || operation()).transient(|_| true);
    let _ = Scope::new().run(closure.on_give_up(|event| reasons.push(event.reason)).into_future()).await;
    assert_eq!(reasons, [GiveUpReason::Deadline; 3]);
    assert!(calls.get() > 3);
}

#[test]
fn the_largest_budget_and_the_most_attempts() {
    let budget = RetryBudget::new(4_000_000, 1_000.0);
    let policy = RetryPolicy::builder().base(Duration::ZERO).attempts(u32::MAX).build().unwrap();
    let mut calls = 0_u32;
    let operation = || {
        calls += 1;
        if calls <= 100_000 { Err(Failure::Busy) } else { Ok(calls) }
    };
    let call = policy.retry_blocking(operation).transient(|_| true).budget(&budget);
    assert_eq!(call.run(), Ok(100_001));
    // A hundred thousand tokens are taken, and a thousand are put back.
    assert_eq!(format!("{:.3}", budget.level()), "3901000.000");
}
