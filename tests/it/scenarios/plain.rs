//! The plain attribute: constants of the schedule and a predicate, and no other option. It has no hook, so the trace of
//! a scope shows what happens.

use std::pin::Pin;
use std::time::Duration;

use retry_core::testing::{End as Ended, Scope};
use retry_core::{Backoff, Jitter, RetryPolicy, retry};

use super::here;
use super::probe::{Outcome, Probe, Refusal};
use super::scenario::{Answer, End, Scenario};
use super::table::YEAR;

type Function = for<'a> fn(&'a Probe<'_>) -> Boxed<'a>;
type Boxed<'a> = Pin<Box<dyn Future<Output = Outcome> + 'a>>;

/// The same function in the four shapes.
struct Functions {
    policy: RetryPolicy,
    shapes: [(&'static str, Function); 4],
}

/// ```text
/// input:  [<options of the attribute>] => <the same policy from the builder>
/// ```
macro_rules! functions {
    ($([$($option:tt)*] => $builder:expr,)*) => {
        fn functions() -> Vec<Functions> {
            vec![$({
                #[retry($($option)*, transient = Refusal::verdict, name = "scenario")]
                async fn inline(probe: &Probe<'_>) -> Outcome {
                    probe.attempt().await
                }
                #[retry($($option)*, transient = Refusal::verdict, name = "scenario")]
                async fn in_a_block(probe: &Probe<'_>) -> Outcome {
                    let value = probe.attempt().await?;
                    Ok(value)
                }
                #[retry($($option)*, transient = Refusal::verdict, name = "scenario")]
                fn boxed<'a>(probe: &'a Probe<'_>) -> Pin<Box<dyn Future<Output = Outcome> + 'a>> {
                    Box::pin(async move { probe.attempt().await })
                }
                #[retry($($option)*, transient = Refusal::verdict, name = "scenario")]
                fn boxed_in_a_block<'a>(probe: &'a Probe<'_>) -> Pin<Box<dyn Future<Output = Outcome> + 'a>> {
                    Box::pin(async move {
                        let value = probe.attempt().await?;
                        Ok(value)
                    })
                }
                Functions {
                    policy: $builder.build().unwrap(),
                    shapes: [
                        ("inline", |probe| Box::pin(inline(probe))),
                        ("in a block", |probe| Box::pin(in_a_block(probe))),
                        ("boxed", boxed),
                        ("boxed, in a block", boxed_in_a_block),
                    ],
                }
            },)*]
        }
    };
}

fn doubling() -> retry_core::RetryPolicyBuilder {
    RetryPolicy::builder().base(Duration::from_millis(200)).jitter(Jitter::None)
}

fn every(milliseconds: u64) -> retry_core::RetryPolicyBuilder {
    doubling().base(Duration::from_millis(milliseconds)).backoff(Backoff::Constant)
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

const FIVE_YEARS: Duration = Duration::from_secs(5 * YEAR.as_secs());

functions! {
    [base = "200ms", jitter = "none"] => doubling(),
    [base = "200ms"] => doubling().jitter(Jitter::Full),
    [base = "200ms", jitter = "none", attempts = 1] => doubling().attempts(1),
    [base = "200ms", jitter = "none", attempts = 2] => doubling().attempts(2),
    [base = "200ms", jitter = "none", attempts = 3] => doubling().attempts(3),
    [base = "200ms", jitter = "none", attempts = 4] => doubling().attempts(4),
    [base = "200ms", jitter = "none", cap = "200ms"] => doubling().cap(ms(200)),
    [base = "200ms", jitter = "none", cap = "300ms", attempts = 4] => doubling().cap(ms(300)).attempts(4),
    [base = "0ms", jitter = "none", backoff = "constant", attempts = 4] => every(0).attempts(4),
    [base = "200ms", jitter = "none", retry_after_cap = FIVE_YEARS] => doubling().retry_after_cap(FIVE_YEARS),
    [base = "200ms", jitter = "none", deadline = "599ms"] => doubling().deadline(ms(599)),
    [base = "200ms", jitter = "none", deadline = "600ms"] => doubling().deadline(ms(600)),
    [base = "200ms", jitter = "none", deadline = "1s"] => doubling().deadline(ms(1_000)),
    [base = "200ms", jitter = "none", deadline = "1s", attempts = 1] => doubling().deadline(ms(1_000)).attempts(1),
    [base = "200ms", jitter = "none", deadline = "10s", attempts = 3] => doubling().deadline(ms(10_000)).attempts(3),
    [base = "200ms", jitter = "none", deadline = Duration::MAX, attempts = 3]
        => doubling().deadline(Duration::MAX).attempts(3),
    [base = "100ms", jitter = "none", backoff = "constant", deadline = "1s", attempts = unlimited]
        => every(100).deadline(ms(1_000)).unlimited_attempts(),
    [base = "1ms", jitter = "none", backoff = "constant", deadline = "1min", attempts = unlimited]
        => every(1).deadline(ms(60_000)).unlimited_attempts(),
}

/// Whether the scenario needs neither `until` nor a budget nor a breaker nor a stop.
fn is_plain(Scenario { answers, end, tokens, breaker, delays, stops_at, .. }: &Scenario) -> bool {
    let needs_until = answers.iter().any(|answer| matches!(answer, Answer::NotReady | Answer::NotReadyUntil(_)));
    let needs_budget = *tokens < 20 && (delays.len() >= *tokens as usize || *tokens == 0);
    *stops_at == u32::MAX
        && breaker.is_none()
        && !needs_until
        && !needs_budget
        && *end != End::Error(retry_core::GiveUpReason::Budget)
}

/// Runs the scenario through the four shapes, if it is one that the plain attribute can express.
pub async fn agrees(scenario: &Scenario) {
    if !is_plain(scenario) {
        return;
    }
    let functions = functions();
    let function = functions.iter().find(|function| function.policy == scenario.policy);
    let Functions { shapes, .. } = function.unwrap_or_else(|| {
        panic!("{}: no plain function has this policy, add one: {:?}", scenario.title, scenario.policy)
    });
    for (shape, function) in shapes {
        println!("{}: the plain attribute, {shape}", scenario.title);
        let scopes = [here::scope(), here::scope().with_real_waits()];
        for scope in &scopes[..if here::CLOCK_IS_PAUSED { 2 } else { 1 }] {
            let probe = Probe::new(scenario, false);
            let outcome = here::run(scope.run(function(&probe))).await;
            is_what_the_table_says(scenario, &probe, outcome, scope);
        }
        if !here::CLOCK_IS_PAUSED {
            continue;
        }
        let probe = Probe::new(scenario, false);
        let outcome = here::run(function(&probe)).await;
        assert_eq!(probe.calls.get(), attempts(scenario));
        assert_eq!(call_of(outcome), attempts(scenario));
    }
}

fn attempts(scenario: &Scenario) -> u32 {
    u32::try_from(scenario.delays.len()).unwrap() + 1
}

fn call_of(outcome: Outcome) -> u32 {
    outcome.map_or_else(|refusal| refusal.call, |value| value.call)
}

fn is_what_the_table_says(scenario: &Scenario, probe: &Probe<'_>, outcome: Outcome, scope: &Scope) {
    assert_eq!(probe.calls.get(), attempts(scenario));
    assert_eq!(call_of(outcome), attempts(scenario), "the outcome of the last attempt is returned");
    assert_eq!(outcome.is_ok(), scenario.end == End::Ready);
    let trace = scope.trace();
    let [call] = trace.calls() else {
        assert!(trace.calls().is_empty() && scenario.delays.is_empty() && outcome.is_ok(), "{trace}");
        return;
    };
    assert_eq!((call.name(), call.waits().len()), ("scenario", scenario.delays.len()));
    for (wait, (delay, source)) in call.waits().iter().zip(&scenario.delays) {
        assert!(delay.contains(&wait.delay) && wait.source == *source, "{wait:?} is not within {delay:?}");
    }
    let expected = match scenario.end {
        End::Ready => Ended::Success,
        End::Error(reason) | End::NotReady(reason) => Ended::GaveUp(reason),
        End::Refused => unreachable!("nothing refuses an attempt without a breaker"),
    };
    assert_eq!(call.end(), Some(expected));
}
