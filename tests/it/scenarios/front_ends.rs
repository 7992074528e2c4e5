//! Every way to make a call, each with the same settings.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use retry_core::{DelaySource, GiveUpEvent, GiveUpReason, RetryBudget, RetryEvent, Step, Verdict, retry};

use super::here::{self, pass, seeded};
use super::table::{Answer, Scenario};

/// The number of the call that gave it.
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

    fn verdict(&self) -> Verdict {
        self.verdict
    }
}

impl Refusal {
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

/// What a retry or the end of a call looked like to its hook.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told<T> {
    pub attempt: u32,
    pub of: T,
    pub is_error: bool,
    pub elapsed: Duration,
}

/// The operation of a scenario, and what is seen of the call around it.
#[derive(Debug)]
pub struct Probe<'s> {
    pub scenario: &'s Scenario,
    /// Whether a testing scope skips the waits, also those that block the thread.
    pub in_scope: bool,
    pub budget: RetryBudget,
    pub calls: Cell<u32>,
    pub retries: RefCell<Vec<Told<(Duration, DelaySource)>>>,
    pub end: Cell<Option<Told<GiveUpReason>>>,
}

impl<'s> Probe<'s> {
    pub const DEPOSIT: f64 = 0.5;

    pub fn new(scenario: &'s Scenario, in_scope: bool) -> Self {
        let budget = RetryBudget::new(scenario.tokens + 1, Self::DEPOSIT);
        assert!(budget.withdraw());
        Self { scenario, in_scope, budget, calls: Cell::default(), retries: RefCell::default(), end: Cell::default() }
    }

    pub async fn attempt(&self) -> Outcome {
        here::sleep(self.scenario.takes).await;
        self.answer()
    }

    fn attempt_blocking(&self) -> Outcome {
        pass(self.scenario.takes);
        self.answer()
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

    fn on_retry(&self, event: &RetryEvent<'_, Refusal>) {
        let RetryEvent { name, attempt, failure, delay, source, elapsed, .. } = *event;
        assert_eq!((name, self.end.get()), ("scenario", None));
        let is_error = failure.error().is_some();
        self.retries.borrow_mut().push(Told { attempt, of: (delay, source), is_error, elapsed });
    }

    fn on_give_up(&self, event: &GiveUpEvent<'_, Refusal>) {
        let GiveUpEvent { name, attempt, failure, reason, elapsed, .. } = *event;
        assert_eq!((name, self.end.get()), ("scenario", None), "told once");
        self.end.set(Some(Told { attempt, of: reason, is_error: failure.error().is_some(), elapsed }));
    }
}

#[derive(Clone, Copy, Debug)]
pub enum FrontEnd {
    Attribute,
    BlockingAttribute,
    Closure,
    LendingClosure,
    BlockingClosure,
    Loop,
    BlockingLoop,
}

#[retry(
    policy = probe.scenario.policy,
    transient = Refusal::verdict,
    until = Value::verdict,
    budget = probe.budget,
    on_retry = |event| probe.on_retry(event),
    on_give_up = |event| probe.on_give_up(event),
    rng = seeded(),
    name = "scenario"
)]
async fn attribute(probe: &Probe<'_>) -> Outcome {
    probe.attempt().await
}

#[retry(
    blocking,
    policy = probe.scenario.policy,
    transient = Refusal::verdict,
    until = Value::verdict,
    budget = probe.budget,
    on_retry = |event| probe.on_retry(event),
    on_give_up = |event| probe.on_give_up(event),
    rng = seeded(),
    sleep = pass,
    name = "scenario"
)]
fn blocking_attribute(probe: &Probe<'_>) -> Outcome {
    probe.attempt_blocking()
}

/// The settings above, for what has a builder.
macro_rules! configured {
    ($probe:ident, $call:expr) => {
        $call
            .transient(|error: &Refusal| error.verdict())
            .until(Value::verdict)
            .budget(&$probe.budget)
            .on_retry(|event: &RetryEvent<'_, Refusal>| $probe.on_retry(event))
            .on_give_up(|event: &GiveUpEvent<'_, Refusal>| $probe.on_give_up(event))
            .rng(seeded())
            .name("scenario")
    };
}

impl FrontEnd {
    pub const ALL: [Self; 7] = [
        Self::Attribute,
        Self::BlockingAttribute,
        Self::Closure,
        Self::LendingClosure,
        Self::BlockingClosure,
        Self::Loop,
        Self::BlockingLoop,
    ];

    pub async fn run(self, probe: &Probe<'_>) -> Outcome {
        let policy = probe.scenario.policy;
        match self {
            Self::Attribute => attribute(probe).await,
            Self::BlockingAttribute => blocking_attribute(probe),
            Self::Closure => configured!(probe, policy.retry(|| probe.attempt())).await,
            Self::LendingClosure => {
                let mut lent = 0;
                let call = policy.retry_async_closure(async || {
                    lent += 1;
                    probe.attempt().await
                });
                let outcome = configured!(probe, call).run().await;
                assert_eq!(lent, probe.calls.get());
                outcome
            }
            Self::BlockingClosure => {
                let call = configured!(probe, policy.retry_blocking(|| probe.attempt_blocking()));
                if probe.in_scope { call.run() } else { call.run_with_sleep(pass) }
            }
            Self::Loop => {
                let mut call = configured!(probe, policy.start());
                loop {
                    match call.next(probe.attempt().await) {
                        Step::Return(outcome) => break outcome,
                        Step::Wait { .. } => call.wait().await,
                    }
                }
            }
            Self::BlockingLoop => {
                let mut call = configured!(probe, policy.start_blocking());
                loop {
                    match call.next(probe.attempt_blocking()) {
                        Step::Return(outcome) => break outcome,
                        Step::Wait { .. } if probe.in_scope => call.block(),
                        Step::Wait { .. } => call.block_with(pass),
                    }
                }
            }
        }
    }
}
