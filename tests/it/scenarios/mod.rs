//! One table of scenarios, through every front end, on tokio's paused clock and in a testing scope: all do what the
//! table says, and all do exactly the same.

mod front_ends;
mod plain;
mod table;

use std::time::{Duration, Instant};

use front_ends::{FrontEnd, Outcome, Probe, Told};
use retry_core::testing::{self, Scope, WaitTrace};
use retry_core::{DelaySource, GiveUpReason};
use table::{End, Scenario};

/// All that can be seen of a call.
#[derive(Debug, PartialEq)]
struct Seen {
    outcome: Outcome,
    calls: u32,
    retries: Vec<Told<(Duration, DelaySource)>>,
    end: Option<Told<GiveUpReason>>,
    level: f64,
    /// How long the thread took for it, which is the time of a call that blocks.
    took: Duration,
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap()
}

impl Seen {
    fn of(outcome: Outcome, probe: Probe<'_>, took: Duration) -> Self {
        let Probe { budget, calls, retries, end, .. } = probe;
        let (calls, retries, end, level) = (calls.get(), retries.into_inner(), end.get(), budget.level());
        Self { outcome, calls, retries, end, level, took }
    }

    fn on_the_clock(scenario: &Scenario, front_end: FrontEnd) -> Self {
        let probe = Probe::new(scenario, false);
        let (runtime, began) = (runtime(), Instant::now());
        let outcome = runtime.block_on(front_end.run(&probe));
        Self::of(outcome, probe, began.elapsed())
    }

    fn in_scope(scenario: &Scenario, front_end: FrontEnd) -> Self {
        let (probe, scope) = (Probe::new(scenario, true), Scope::new().seed(7));
        let outcome = runtime().block_on(scope.run(front_end.run(&probe)));
        let seen = Self::of(outcome, probe, Duration::ZERO);
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
        assert_eq!(call.attempts(), self.calls as usize);
        let waits: Vec<_> = call.waits().iter().map(|WaitTrace { delay, source, .. }| (*delay, *source)).collect();
        assert_eq!(waits, self.retries.iter().map(|retry| retry.of).collect::<Vec<_>>());
    }

    /// Without the time, which tokio's clock rounds up to milliseconds after a wait of some nanoseconds.
    fn timeless(mut self) -> Self {
        self.took = Duration::ZERO;
        self.retries.iter_mut().for_each(|retry| retry.elapsed = Duration::ZERO);
        if let Some(end) = &mut self.end {
            end.elapsed = Duration::ZERO;
        }
        self
    }

    fn is_what_the_table_says(&self, Scenario { delays, end, tokens, takes, .. }: &Scenario) {
        let last = u32::try_from(delays.len()).unwrap() + 1;
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
        };
        assert_eq!(self.outcome.is_err(), is_error);
        assert_eq!(self.outcome.is_ok_and(|value| value.is_ready()), reason.is_none());
        assert_eq!(self.end.map(|end| (end.attempt, end.of)), reason.map(|reason| (last, reason)));
        if let Some(end) = self.end {
            assert_eq!(end.is_error, is_error);
            self.is_about(end.elapsed, elapsed + *takes);
        }
        let left = f64::from(*tokens) - f64::from(last - 1) + deposit;
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

fn all_agree(scenarios: Vec<Scenario>) {
    assert!(!scenarios.is_empty());
    for scenario in scenarios {
        plain::agrees(&scenario);
        let expected = Seen::on_the_clock(&scenario, FrontEnd::Loop).timeless();
        for front_end in FrontEnd::ALL {
            println!("{}: {front_end:?}", scenario.title);
            for run in [Seen::on_the_clock, Seen::in_scope] {
                let seen = run(&scenario, front_end);
                seen.is_what_the_table_says(&scenario);
                assert_eq!(seen.timeless(), expected);
            }
        }
    }
}

#[test]
fn successes_permanent_errors_and_spent_attempts() {
    all_agree(table::outcomes());
}

#[test]
fn hints_of_the_server() {
    all_agree(table::hints());
}

#[test]
fn waits_of_exactly_so_long() {
    all_agree(table::exact_waits());
}

#[test]
fn deadlines() {
    all_agree(table::deadlines());
}

#[test]
fn budgets() {
    all_agree(table::budgets());
}

#[test]
fn values_that_are_waited_for() {
    all_agree(table::conditions());
}

#[test]
fn the_order_of_reasons() {
    all_agree(table::order_of_reasons());
}
