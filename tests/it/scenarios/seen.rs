//! Everything that can be observed of a call, compared with the table.

use std::time::Duration;

use retry_core::testing::{self, WaitTrace};
use retry_core::{BreakerState, CallReport, DelaySource, GiveUpReason};

use super::front_ends::FrontEnd;
use super::probe::{Outcome, Probe, Told};
use super::scenario::{End, Scenario};
use super::{here, plain};

/// Everything that can be observed of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    outcome: Outcome,
    calls: u32,
    retries: Vec<Told<(Duration, DelaySource)>>,
    end: Option<Told<GiveUpReason>>,
    level: f64,
    breaker: Option<BreakerState>,
    /// The time of the thread, which is the time of a blocking call.
    took: Duration,
}

impl Seen {
    fn of(outcome: Outcome, probe: Probe<'_>, took: Duration) -> Self {
        probe.report.get().iter().for_each(|report| is_the_end(report, &probe));
        let Probe { budget, breaker, calls, retries, end, .. } = probe;
        let (calls, retries, end, level) = (calls.get(), retries.into_inner(), end.get(), budget.level());
        let breaker = breaker.map(|breaker| breaker.state());
        Self { outcome, calls, retries, end, level, breaker, took }
    }

    /// Without a scope, on the clock of the runtime.
    pub async fn on_the_clock(scenario: &Scenario, front_end: FrontEnd) -> Self {
        let probe = Probe::new(scenario, false);
        let began = here::Instant::now();
        let outcome = here::run(front_end.run(&probe)).await;
        Self::of(outcome, probe, began.elapsed())
    }

    /// In a scope, which skips the waits.
    async fn in_scope(scenario: &Scenario, front_end: FrontEnd) -> Self {
        let (probe, scope) = (Probe::new(scenario, true), here::scope());
        let began = here::Instant::now();
        let outcome = here::run(scope.run(front_end.run(&probe))).await;
        let seen = Self::of(outcome, probe, began.elapsed());
        seen.is_what_was_traced(&scope.trace());
        seen
    }

    fn is_what_was_traced(&self, trace: &testing::Trace) {
        let [call] = trace.calls() else {
            assert!(trace.calls().is_empty() && self.retries.is_empty() && self.end.is_none());
            return;
        };
        let reason = self.end.map_or(testing::End::Success, |end| testing::End::GaveUp(end.of));
        assert_eq!((call.name(), call.end()), ("scenario", Some(reason)));
        assert_eq!(call.attempts(), attempts(self.calls) as usize);
        let waits: Vec<_> = call.waits().iter().map(|WaitTrace { delay, source, .. }| (*delay, *source)).collect();
        assert_eq!(waits, self.retries.iter().map(|retry| retry.of).collect::<Vec<_>>());
    }

    /// Without the time, because tokio's clock rounds a wait of some nanoseconds up to a millisecond.
    pub fn timeless(mut self) -> Self {
        self.took = Duration::ZERO;
        self.retries.iter_mut().for_each(|retry| retry.elapsed = Duration::ZERO);
        if let Some(end) = &mut self.end {
            end.elapsed = Duration::ZERO;
        }
        self
    }

    pub fn is_what_the_table_says(&self, Scenario { delays, end, tokens, takes, breaker, .. }: &Scenario) {
        let retries = u32::try_from(delays.len()).unwrap();
        let refused = *end == End::Refused;
        let last = if refused { retries } else { retries + 1 };
        assert_eq!(self.calls, last, "calls");
        assert_eq!(self.retries.len(), delays.len(), "retries");
        let mut elapsed = Duration::ZERO;
        for (retry, ((delay, source), number)) in self.retries.iter().zip(delays.iter().zip(1..)) {
            assert!(delay.contains(&retry.of.0), "{retry:?} is not within {delay:?}");
            assert_eq!((retry.attempt, retry.of.1), (number, *source));
            elapsed += *takes;
            self.is_about(retry.elapsed, elapsed);
            elapsed += retry.of.0;
        }
        let returned = match self.outcome {
            Ok(value) => value.call,
            Err(error) => error.call,
        };
        assert_eq!(returned, last, "the outcome of the last call is returned");
        let (reason, is_error, deposit) = match *end {
            End::Ready => (None, false, Probe::DEPOSIT),
            End::NotReady(reason) => (Some(reason), false, 0.0),
            End::Error(reason) => (Some(reason), true, 0.0),
            End::Refused => (Some(GiveUpReason::Breaker), true, 0.0),
        };
        assert_eq!(self.outcome.is_err(), is_error);
        assert_eq!(self.outcome.is_ok_and(|value| value.is_ready()), reason.is_none());
        assert_eq!(self.end.map(|end| (end.attempt, end.of)), reason.map(|reason| (attempts(last), reason)));
        if let Some(end) = self.end {
            assert_eq!(end.is_error, is_error);
            self.is_about(end.elapsed, if refused { elapsed } else { elapsed + *takes });
        }
        assert_eq!(self.breaker, breaker.as_ref().map(|breaker| breaker.after));
        let left = f64::from(*tokens) - f64::from(retries) + deposit;
        assert!((self.level - left).abs() < 1e-9, "{} tokens are left, not {left}", self.level);
    }

    /// Up to a millisecond is lost to tokio's clock in each wait.
    fn is_about(&self, elapsed: Duration, expected: Duration) {
        let rounding = Duration::from_millis(u64::from(self.calls));
        assert!(
            (expected..=expected + rounding + self.took).contains(&elapsed),
            "{elapsed:?} elapsed, not {expected:?}"
        );
    }
}

/// Runs each scenario through every front end, in a scope, and on the clock of the runtime if that can be paused.
pub async fn all_agree(scenarios: Vec<Scenario>) {
    assert!(!scenarios.is_empty());
    for scenario in scenarios {
        plain::agrees(&scenario).await;
        let front_ends = FrontEnd::ALL.iter().filter(|one| scenario.breaker.is_none() || one.has_breaker());
        let mut expected = None;
        for &front_end in front_ends {
            println!("{}: {front_end:?}", scenario.title);
            let seen = Seen::in_scope(&scenario, front_end).await;
            seen.is_what_the_table_says(&scenario);
            let seen = seen.timeless();
            let expected = &*expected.get_or_insert_with(|| seen.clone());
            assert_eq!(&seen, expected);
            if here::CLOCK_IS_PAUSED {
                let seen = Seen::on_the_clock(&scenario, front_end).await;
                seen.is_what_the_table_says(&scenario);
                assert_eq!(&seen.timeless(), expected);
            }
        }
    }
}

/// The report of a call agrees with what its hooks were told.
fn is_the_end(report: &CallReport, probe: &Probe<'_>) {
    let end = probe.end.get();
    assert_eq!((report.name, report.attempts), ("scenario", attempts(probe.calls.get())));
    assert_eq!(report.gave_up, end.map(|end| end.of));
    if let Some(end) = end {
        assert_eq!((report.attempts, report.elapsed), (end.attempt, end.elapsed));
    }
}

/// How many attempts a call tells of that has run its operation so often: the first has a number also where it was refused.
fn attempts(calls: u32) -> u32 {
    calls.max(1)
}
