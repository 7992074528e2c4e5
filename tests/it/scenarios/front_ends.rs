//! Every way to make a call, each with the same settings.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use retry_core::{
    BreakerOpen, CallReport, DelaySource, GiveUpEvent, GiveUpReason, Retrier, RetryBudget, RetryEvent, Step, TimedOut,
    Verdict, retry,
};

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
    pub budget: Arc<RetryBudget>,
    pub calls: Cell<u32>,
    pub retries: RefCell<Vec<Told<(Duration, DelaySource)>>>,
    pub end: Cell<Option<Told<GiveUpReason>>>,
    /// Not of a closure that blocks in a way of its own.
    pub report: Cell<Option<CallReport>>,
}

impl<'s> Probe<'s> {
    pub const DEPOSIT: f64 = 0.5;

    pub fn new(scenario: &'s Scenario, in_scope: bool) -> Self {
        let budget = RetryBudget::new(scenario.tokens + 1, Self::DEPOSIT);
        assert!(budget.withdraw());
        let budget = Arc::new(budget);
        let (calls, retries, end, report) = Default::default();
        Self { scenario, in_scope, budget, calls, retries, end, report }
    }

    /// All that the calls of the scenario share.
    fn retrier(&self) -> Retrier {
        Retrier::new(self.scenario.policy).with_budget(Arc::clone(&self.budget)).with_name("scenario")
    }

    pub async fn attempt(&self) -> Outcome {
        here::sleep(self.scenario.takes).await;
        self.answer()
    }

    fn attempt_blocking(&self) -> Outcome {
        pass(self.scenario.takes);
        self.answer()
    }

    fn is_stopped(&self) -> bool {
        self.calls.get() >= self.scenario.stops_at
    }

    async fn stopped(&self) {
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

    fn on_retry(&self, event: &RetryEvent<'_, Refusal>) {
        let RetryEvent { name, attempt, failure, delay, source, elapsed, .. } = *event;
        assert_eq!((name, self.end.get()), ("scenario", None));
        let is_error = failure.error().is_some();
        self.retries.borrow_mut().push(Told { attempt, of: (delay, source), is_error, elapsed });
    }

    fn report(&self, report: &CallReport) {
        assert_eq!(self.report.replace(Some(*report)), None, "told once");
    }

    /// The outcome of a call that gives its report beside it.
    fn reported(&self, (outcome, report): (Outcome, CallReport)) -> Outcome {
        self.report(&report);
        outcome
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
    NestedOnceAttribute,
    NestedOnceBlockingAttribute,
    NestedOnceClosure,
    NestedOnceLendingClosure,
    NestedOnceBlockingClosure,
    Closure,
    LendingClosure,
    BlockingClosure,
    Loop,
    BlockingLoop,
    RetrierAttribute,
    RetrierBlockingAttribute,
    RetrierClosure,
    RetrierLendingClosure,
    RetrierBlockingClosure,
    RetrierLoop,
    RetrierBlockingLoop,
}

#[retry(
    policy = probe.scenario.policy,
    transient = Refusal::verdict,
    until = Value::verdict,
    budget = probe.budget,
    stop = probe.stopped(),
    on_retry = |event| probe.on_retry(event),
    on_give_up = |event| probe.on_give_up(event),
    report = |report| probe.report(report),
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
    stop = || probe.is_stopped(),
    on_retry = |event| probe.on_retry(event),
    on_give_up = |event| probe.on_give_up(event),
    report = |report| probe.report(report),
    rng = seeded(),
    sleep = pass,
    name = "scenario"
)]
fn blocking_attribute(probe: &Probe<'_>) -> Outcome {
    probe.attempt_blocking()
}

#[retry(
    nested = "once",
    policy = probe.scenario.policy,
    transient = Refusal::verdict,
    until = Value::verdict,
    budget = probe.budget,
    stop = probe.stopped(),
    on_retry = |event| probe.on_retry(event),
    on_give_up = |event| probe.on_give_up(event),
    report = |report| probe.report(report),
    rng = seeded(),
    name = "scenario"
)]
async fn nested_once_attribute(probe: &Probe<'_>) -> Outcome {
    probe.attempt().await
}

#[retry(
    nested = "once",
    blocking,
    policy = probe.scenario.policy,
    transient = Refusal::verdict,
    until = Value::verdict,
    budget = probe.budget,
    stop = || probe.is_stopped(),
    on_retry = |event| probe.on_retry(event),
    on_give_up = |event| probe.on_give_up(event),
    report = |report| probe.report(report),
    rng = seeded(),
    sleep = pass,
    name = "scenario"
)]
fn nested_once_blocking_attribute(probe: &Probe<'_>) -> Outcome {
    probe.attempt_blocking()
}

#[retry(
    with = probe.retrier(),
    timed_out = never,
    breaker_open = unasked,
    transient = Refusal::verdict,
    until = Value::verdict,
    stop = probe.stopped(),
    on_retry = |event| probe.on_retry(event),
    on_give_up = |event| probe.on_give_up(event),
    report = |report| probe.report(report),
    rng = seeded(),
    name = "scenario"
)]
async fn retrier_attribute(probe: &Probe<'_>) -> Outcome {
    probe.attempt().await
}

#[retry(
    blocking,
    with = probe.retrier(),
    breaker_open = unasked,
    transient = Refusal::verdict,
    until = Value::verdict,
    stop = || probe.is_stopped(),
    on_retry = |event| probe.on_retry(event),
    on_give_up = |event| probe.on_give_up(event),
    report = |report| probe.report(report),
    rng = seeded(),
    sleep = pass,
    name = "scenario"
)]
fn retrier_blocking_attribute(probe: &Probe<'_>) -> Outcome {
    probe.attempt_blocking()
}

/// What the scenario says of a call, but for what a retrier holds.
macro_rules! observed {
    ($probe:ident, $call:expr) => {
        $call
            .transient(|error: &Refusal| error.verdict())
            .until(Value::verdict)
            .on_retry(|event: &RetryEvent<'_, Refusal>| $probe.on_retry(event))
            .on_give_up(|event: &GiveUpEvent<'_, Refusal>| $probe.on_give_up(event))
            .rng(seeded())
    };
}

/// The same with the budget and the name.
macro_rules! configured {
    ($probe:ident, $call:expr) => {
        observed!($probe, $call).budget(&$probe.budget).name("scenario")
    };
}

/// The same for one whose attempts hold nested calls to one attempt each; there are none.
macro_rules! nested_once {
    ($probe:ident, $call:expr) => {
        configured!($probe, $call).nested_once()
    };
}

/// The outcome of a closure that lends what it has captured.
macro_rules! lending {
    ($probe:ident, $configured:ident, $from:expr $(, $timed_out:ident)?) => {{
        let mut lent = 0;
        let call = $from.retry_async_closure(async || {
            lent += 1;
            $probe.attempt().await
        });
        let outcome = $configured!($probe, call).stop($probe.stopped())$(.timed_out($timed_out))?.breaker_open(unasked).run_with_report().await;
        let outcome = $probe.reported(outcome);
        assert_eq!(lent, $probe.calls.get());
        outcome
    }};
}

/// The outcome of a closure that blocks.
macro_rules! blocking {
    ($probe:ident, $configured:ident, $from:expr) => {{
        let call = $configured!($probe, $from.retry_blocking(|| $probe.attempt_blocking())).breaker_open(unasked);
        let call = call.stop(|| $probe.is_stopped());
        if $probe.in_scope { $probe.reported(call.run_with_report()) } else { call.run_with_sleep(pass) }
    }};
}

/// The outcome of a loop written by hand.
macro_rules! looped {
    ($probe:ident, $configured:ident, $from:expr) => {{
        let mut call = $configured!($probe, $from.start()).stop(|| $probe.is_stopped());
        loop {
            match call.next_with_report($probe.attempt().await) {
                Step::Return(end) => break $probe.reported(end),
                Step::Wait { .. } => call.wait().await,
            }
        }
    }};
}

/// The outcome of a loop written by hand that blocks.
macro_rules! looped_blocking {
    ($probe:ident, $configured:ident, $from:expr) => {{
        let mut call = $configured!($probe, $from.start_blocking()).stop(|| $probe.is_stopped());
        loop {
            match call.next_with_report($probe.attempt_blocking()) {
                Step::Return(end) => break $probe.reported(end),
                Step::Wait { .. } if $probe.in_scope => call.block(),
                Step::Wait { .. } => call.block_with(pass),
            }
        }
    }};
}

fn never(_: TimedOut) -> Refusal {
    unreachable!("no attempt has a timeout")
}

fn unasked(_: BreakerOpen) -> Refusal {
    unreachable!("no attempt has a breaker")
}

impl FrontEnd {
    pub const ALL: [Self; 19] = [
        Self::Attribute,
        Self::BlockingAttribute,
        Self::NestedOnceAttribute,
        Self::NestedOnceBlockingAttribute,
        Self::NestedOnceClosure,
        Self::NestedOnceLendingClosure,
        Self::NestedOnceBlockingClosure,
        Self::Closure,
        Self::LendingClosure,
        Self::BlockingClosure,
        Self::Loop,
        Self::BlockingLoop,
        Self::RetrierAttribute,
        Self::RetrierBlockingAttribute,
        Self::RetrierClosure,
        Self::RetrierLendingClosure,
        Self::RetrierBlockingClosure,
        Self::RetrierLoop,
        Self::RetrierBlockingLoop,
    ];

    pub async fn run(self, probe: &Probe<'_>) -> Outcome {
        let (policy, retrier) = (probe.scenario.policy, probe.retrier());
        match self {
            Self::Attribute => attribute(probe).await,
            Self::BlockingAttribute => blocking_attribute(probe),
            Self::NestedOnceAttribute => nested_once_attribute(probe).await,
            Self::NestedOnceBlockingAttribute => nested_once_blocking_attribute(probe),
            Self::NestedOnceClosure => {
                let call = nested_once!(probe, policy.retry(|| probe.attempt())).stop(probe.stopped());
                probe.reported(call.run_with_report().await)
            }
            Self::NestedOnceLendingClosure => lending!(probe, nested_once, policy),
            Self::NestedOnceBlockingClosure => blocking!(probe, nested_once, policy),
            Self::Closure => {
                let call = configured!(probe, policy.retry(|| probe.attempt())).stop(probe.stopped());
                probe.reported(call.run_with_report().await)
            }
            Self::LendingClosure => lending!(probe, configured, policy),
            Self::BlockingClosure => blocking!(probe, configured, policy),
            Self::Loop => looped!(probe, configured, policy),
            Self::BlockingLoop => looped_blocking!(probe, configured, policy),
            Self::RetrierAttribute => retrier_attribute(probe).await,
            Self::RetrierBlockingAttribute => retrier_blocking_attribute(probe),
            Self::RetrierClosure => {
                let call = observed!(probe, retrier.retry(|| probe.attempt())).timed_out(never).breaker_open(unasked);
                probe.reported(call.stop(probe.stopped()).run_with_report().await)
            }
            Self::RetrierLendingClosure => lending!(probe, observed, retrier, never),
            Self::RetrierBlockingClosure => blocking!(probe, observed, retrier),
            Self::RetrierLoop => looped!(probe, observed, retrier),
            Self::RetrierBlockingLoop => looped_blocking!(probe, observed, retrier),
        }
    }
}
