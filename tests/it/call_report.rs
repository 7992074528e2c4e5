//! The report of a call: `report = …`, and `run_with_report` of closure calls.

use std::cell::RefCell;
use std::future::{Future, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::time::Duration;

use retry_core::{CallReport, GiveUpEvent, GiveUpReason, Jitter, Retrier, RetryPolicy, Step, retry};
use tokio::time::{Instant, sleep};

use crate::common::{Failure, always_busy, at_once, calls, ms, no_wait, send, third_time};

/// What the hooks of a call were told, in order.
#[derive(Debug, Default)]
struct Told(RefCell<Vec<String>>);

impl Told {
    fn report(&self, report: &CallReport) {
        self.0.borrow_mut().push(report.to_string());
    }

    fn on_give_up(&self, event: &GiveUpEvent<'_, Failure>) {
        self.0.borrow_mut().push(format!("on_give_up {}", event.attempt));
    }

    fn take(&self) -> Vec<String> {
        self.0.take()
    }
}

#[retry(base = "1s", jitter = "none", name = "fetch", report = |report| told.report(report))]
async fn fetch(told: &Told) -> Result<u32, Failure> {
    sleep(ms(100)).await;
    third_time()
}

#[tokio::test(start_paused = true)]
async fn a_success_after_retries() {
    let told = Told::default();
    assert_eq!((fetch(&told).await, calls()), (Ok(3), 3));
    assert_eq!(told.take(), ["fetch: success after 3 attempts and 3.3s"]);
}

#[tokio::test(start_paused = true)]
async fn a_success_at_once() {
    let told = Told::default();
    assert!(third_time().is_err() && third_time().is_err());
    assert_eq!((fetch(&told).await, calls()), (Ok(3), 3));
    assert_eq!(told.take(), ["fetch: success after 1 attempt and 100ms"]);
}

#[retry(
    attempts = 2,
    sleep = no_wait,
    name = "broken",
    on_give_up = |event| told.on_give_up(event),
    report = |report| told.report(report)
)]
async fn broken(told: &Told) -> Result<u32, Failure> {
    let call = always_busy()?;
    Ok(call)
}

#[tokio::test(start_paused = true)]
async fn the_end_comes_last() {
    let told = Told::default();
    assert_eq!((broken(&told).await, calls()), (Err(Failure::Busy(2)), 2));
    assert_eq!(told.take(), ["on_give_up 2", "broken: gave up after 2 attempts and 0ns: the attempts are spent"]);
}

#[retry(blocking, sleep = |_| {}, name = "read", report = |report| told.report(report))]
fn read(told: &Told) -> Result<u32, Failure> {
    third_time()
}

#[test]
fn a_function_that_blocks() {
    let told = Told::default();
    assert_eq!((read(&told), calls()), (Ok(3), 3));
    let lines = told.take();
    assert!(lines.len() == 1 && lines[0].starts_with("read: success after 3 attempts and "), "{lines:?}");
}

struct Client {
    retries: Retrier,
    reports: Vec<CallReport>,
}

impl Client {
    /// The hook writes to the field that the body changes.
    #[retry(with = self.retries, timeout = None, breaker = None, sleep = no_wait, report = |report| self.reports.push(*report))]
    async fn shared(&mut self) -> Result<usize, Failure> {
        third_time()?;
        Ok(self.reports.len())
    }

    #[retry(sleep = no_wait, report = |report| reports.push(*report))]
    fn boxed<'a>(
        &'a self,
        reports: &'a mut Vec<CallReport>,
    ) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send + 'a>> {
        Box::pin(async move { third_time() })
    }
}

#[test]
fn beside_a_retrier_and_in_a_box() {
    let mut client = Client { retries: Retrier::default(), reports: Vec::new() };
    assert_eq!((at_once(send(client.shared())), calls()), (Ok(0), 3));
    let [report] = client.reports[..] else { panic!("told once") };
    assert_eq!((report.name, report.attempts, report.gave_up), ("it::call_report::Client::shared", 3, None));
    let mut reports = Vec::new();
    assert_eq!((at_once(client.boxed(&mut reports)), calls(), reports.len()), (Ok(3), 3, 1));
}

#[retry(transient = |_| true, report = |_| panic!("in the report"))]
async fn explodes() -> Result<u32, Failure> {
    Ok(1)
}

#[test]
fn a_report_that_panics() {
    let panicked = catch_unwind(AssertUnwindSafe(|| at_once(explodes())));
    assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"in the report"));
}

#[tokio::test(start_paused = true)]
async fn calls_give_it_beside_the_outcome() {
    let policy = RetryPolicy::builder().base(ms(1_000)).jitter(Jitter::None).attempts(3).build().unwrap();
    let is_spent = |report: CallReport, elapsed| {
        let end = (report.attempts, report.elapsed, report.gave_up);
        assert_eq!(end, (3, elapsed, Some(GiveUpReason::Attempts)));
    };
    let began = Instant::now();
    let (outcome, report) = send(policy.retry(|| ready(always_busy())).run_with_report()).await;
    assert_eq!((outcome, calls(), began.elapsed()), (Err(Failure::Busy(3)), 3, ms(3_000)));
    is_spent(report, ms(3_000));
    assert_eq!(report.name, "it::call_report::calls_give_it_beside_the_outcome");

    let (outcome, report) = policy.retry_async_closure(async || always_busy()).run_with_report().await;
    assert_eq!((outcome, calls()), (Err(Failure::Busy(3)), 3));
    is_spent(report, ms(3_000));

    let mut call = policy.start().name("by hand");
    let (outcome, report) = loop {
        match call.next_with_report(always_busy()) {
            Step::Return(end) => break end,
            Step::Wait { .. } => call.wait().await,
        }
    };
    assert_eq!((outcome, report.name, calls()), (Err(Failure::Busy(3)), "by hand", 3));
    is_spent(report, ms(3_000));

    let stopped = policy.retry(|| ready(always_busy())).stop(sleep(ms(300))).run_with_report();
    let (outcome, report) = stopped.await;
    assert_eq!((outcome, calls()), (Err(Failure::Busy(1)), 1));
    assert_eq!((report.attempts, report.elapsed, report.gave_up), (1, ms(300), Some(GiveUpReason::Stopped)));
}

#[test]
fn a_closure_that_blocks() {
    let policy = RetryPolicy::builder().base(Duration::ZERO).attempts(3).build().unwrap();
    let (outcome, report) = policy.retry_blocking(third_time).run_with_report();
    assert_eq!((outcome, calls(), report.attempts, report.gave_up), (Ok(3), 3, 3, None));
}
