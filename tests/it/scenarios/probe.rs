//! The operation of a scenario, and what is seen of the call around it.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use retry_core::{
    CallReport, CircuitBreaker, DelaySource, GiveUpEvent, GiveUpReason, Retrier, RetryBudget, RetryEvent, Verdict,
};

use super::here::{self, pass};
use super::scenario::{Answer, Before, Scenario};

/// An error with the number of its attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    pub call: u32,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refusal {
    pub call: u32,
    verdict: Verdict,
}

pub type Outcome = Result<Value, Refusal>;

impl Value {
    pub fn is_ready(&self) -> bool {
        self.verdict == Verdict::Permanent
    }

    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

impl Refusal {
    /// Of a call whose first attempt was not made. What it says of another attempt does not matter.
    pub const OF_THE_BREAKER: Self = Self { call: 0, verdict: Verdict::Transient };

    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

/// What a hook was told of a retry or of the end of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told<T> {
    pub attempt: u32,
    pub of: T,
    pub is_error: bool,
    pub elapsed: Duration,
}

/// The operation of a scenario, and the record of the call around it.
#[derive(Debug)]
pub struct Probe<'s> {
    pub scenario: &'s Scenario,
    /// Whether a testing scope skips the waits, blocking ones too.
    pub in_scope: bool,
    pub budget: Arc<RetryBudget>,
    pub breaker: Option<Arc<CircuitBreaker>>,
    pub calls: Cell<u32>,
    pub retries: RefCell<Vec<Told<(Duration, DelaySource)>>>,
    pub end: Cell<Option<Told<GiveUpReason>>>,
    /// `None` for a blocking closure with a `sleep` of its own.
    pub report: Cell<Option<CallReport>>,
}

impl<'s> Probe<'s> {
    pub const DEPOSIT: f64 = 0.5;

    pub fn new(scenario: &'s Scenario, in_scope: bool) -> Self {
        let budget = RetryBudget::new(scenario.tokens + 1, Self::DEPOSIT);
        assert!(budget.withdraw());
        let budget = Arc::new(budget);
        let breaker = scenario.breaker.as_ref().map(|breaker| {
            let settings = CircuitBreaker::builder().consecutive_failures(breaker.failures).open_for(breaker.open_for);
            Arc::new(settings.build().unwrap())
        });
        let (calls, retries, end, report) = Default::default();
        Self { scenario, in_scope, budget, breaker, calls, retries, end, report }
    }

    /// Brings the breaker into the state in which the call finds it.
    pub async fn prepare_the_breaker(&self) {
        let Some((breaker, before)) = self.breaker.as_deref().zip(self.before()) else { return };
        match before {
            Before::Closed | Before::OpenedInTheWait => {}
            Before::OpenFor(time) => {
                open(breaker);
                here::sleep(time).await;
            }
            Before::Probing => {
                open(breaker);
                here::sleep(breaker.until_probe().unwrap()).await;
                // Dropping it would give the probe back.
                std::mem::forget(breaker.permit().unwrap());
            }
        }
    }

    fn before(&self) -> Option<Before> {
        self.scenario.breaker.as_ref().map(|breaker| breaker.before)
    }

    /// Everything that the calls of the scenario share.
    pub fn retrier(&self) -> Retrier {
        let retrier = Retrier::new(self.scenario.policy).with_budget(Arc::clone(&self.budget)).with_name("scenario");
        retrier.with_breaker(self.breaker.clone())
    }

    pub async fn attempt(&self) -> Outcome {
        here::sleep(self.scenario.takes).await;
        self.answer()
    }

    pub fn attempt_blocking(&self) -> Outcome {
        pass(self.scenario.takes);
        self.answer()
    }

    pub fn is_stopped(&self) -> bool {
        self.calls.get() >= self.scenario.stops_at
    }

    pub async fn stopped(&self) {
        poll_fn(|_| if self.is_stopped() { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    fn answer(&self) -> Outcome {
        let call = self.calls.get() + 1;
        self.calls.set(call);
        let answers = &self.scenario.answers;
        let (value, refusal) = (|verdict| Ok(Value { call, verdict }), |verdict| Err(Refusal { call, verdict }));
        match answers[(call as usize).min(answers.len()) - 1] {
            Answer::Ready => value(Verdict::Permanent),
            Answer::NotReady => value(Verdict::Transient),
            Answer::NotReadyUntil(hint) => value(Verdict::RetryAfter(hint)),
            Answer::Busy => refusal(Verdict::Transient),
            Answer::Broken => refusal(Verdict::Permanent),
            Answer::RetryAfter(hint) => refusal(Verdict::RetryAfter(hint)),
            Answer::WaitExactly(wait) => refusal(Verdict::WaitExactly(wait)),
        }
    }

    pub fn on_retry(&self, event: &RetryEvent<'_, Refusal>) {
        let RetryEvent { name, attempt, failure, delay, source, elapsed, .. } = *event;
        assert_eq!((name, self.end.get()), ("scenario", None));
        let is_error = failure.error().is_some();
        self.retries.borrow_mut().push(Told { attempt, of: (delay, source), is_error, elapsed });
        if let (Some(breaker), Some(Before::OpenedInTheWait)) = (&self.breaker, self.before()) {
            open(breaker);
        }
    }

    pub fn report(&self, report: &CallReport) {
        assert_eq!(self.report.replace(Some(*report)), None, "told once");
    }

    /// The outcome of a call that returns its report beside the outcome.
    pub fn reported(&self, (outcome, report): (Outcome, CallReport)) -> Outcome {
        self.report(&report);
        outcome
    }

    pub fn on_give_up(&self, event: &GiveUpEvent<'_, Refusal>) {
        let GiveUpEvent { name, attempt, failure, reason, elapsed, .. } = *event;
        assert_eq!((name, self.end.get()), ("scenario", None), "told once");
        self.end.set(Some(Told { attempt, of: reason, is_error: failure.error().is_some(), elapsed }));
    }
}

/// As the failures of other calls do.
fn open(breaker: &CircuitBreaker) {
    while let Ok(permit) = breaker.permit() {
        permit.failed();
    }
}
