//! The metrics that the front page lists. Each list here has everything that a recorder has after the calls.

use std::future::{IntoFuture as _, pending, ready};
use std::pin::pin;
use std::sync::Mutex;
use std::time::Duration;

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Level, Metadata, Recorder, SharedString, Unit};
use metrics_util::CompositeKey;
use metrics_util::debugging::{DebugValue, DebuggingRecorder};
use retry_core::testing::Scope;
use retry_core::{CircuitBreaker, Jitter, RetryBudget, RetryPolicy, retry};

use crate::support::front_ends::{EACH, Outcome, POLICY, paused, verdict};
use crate::support::poll_once;

/// The metrics that are recorded while this runs: a line for each, in alphabetical order.
fn recorded(run: impl FnOnce()) -> Vec<String> {
    let recorder = DebuggingRecorder::new();
    metrics::with_local_recorder(&recorder, run);
    let metrics = recorder.snapshotter().snapshot().into_vec();
    let mut lines: Vec<_> =
        metrics.iter().map(|(key, _, _, value)| format!("{} {}", named(key), shown(value))).collect();
    lines.sort();
    lines
}

fn named(key: &CompositeKey) -> String {
    let (kind, key) = (key.kind(), key.key());
    let labels: Vec<_> = key.labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
    format!("{kind:?} {}{{{}}}", key.name(), labels.join(","))
}

fn shown(value: &DebugValue) -> String {
    match value {
        DebugValue::Counter(count) => count.to_string(),
        DebugValue::Gauge(value) => value.to_string(),
        DebugValue::Histogram(values) => format!("{:?}", values.iter().map(|value| value.0).collect::<Vec<_>>()),
    }
}

fn calls(outcome: &str, count: u32) -> String {
    format!("Counter retry_calls_total{{call=orders,outcome={outcome}}} {count}")
}

fn attempts(values: &[f64]) -> String {
    format!("Histogram retry_call_attempts{{call=orders}} {values:?}")
}

fn waits(source: &str, values: &[f64]) -> String {
    format!("Histogram retry_wait_seconds{{call=orders,source={source}}} {values:?}")
}

/// A call through each front end, without a scope and within one. A scope does not change the metrics.
fn each_records(outcomes: &'static [Outcome], expected: &[String]) {
    for front_end in EACH {
        assert_eq!(recorded(|| front_end.call(outcomes, None)), expected, "{}", front_end.name);
        let scope = Scope::new();
        assert_eq!(recorded(|| front_end.call(outcomes, Some(&scope))), expected, "{} in a scope", front_end.name);
    }
}

#[test]
fn a_success_at_once() {
    each_records(&[Ok(1)], &[calls("success", 1), attempts(&[1.0])]);
}

#[test]
fn a_success_after_retries() {
    each_records(
        &[Err("busy"), Err("busy"), Ok(3)],
        &[calls("success_after_retries", 1), attempts(&[3.0]), waits("backoff", &[0.5, 1.0])],
    );
}

#[test]
fn the_attempts_are_spent() {
    let waits = waits("backoff", &[0.5, 1.0, 2.0]);
    each_records(&[Err("busy"); 4], &[calls("attempts", 1), attempts(&[4.0]), waits]);
}

#[test]
fn a_permanent_error() {
    each_records(&[Err("refused")], &[calls("permanent", 1), attempts(&[1.0])]);
    each_records(&[Err("busy"), Err("refused")], &[calls("permanent", 1), attempts(&[2.0]), waits("backoff", &[0.5])]);
}

#[test]
fn a_server_asks_for_too_long_a_wait() {
    each_records(&[Err("in an hour")], &[calls("retry_after_too_long", 1), attempts(&[1.0])]);
}

#[test]
fn a_servers_hint_is_the_source_of_the_wait() {
    let lines = recorded(|| {
        let mut outcomes = [Err("busy"), Err("in five seconds"), Ok(3)].into_iter();
        let call = POLICY.retry(|| ready(outcomes.next().unwrap())).transient(verdict).name("orders");
        // A generator that gives only zero adds nothing to the hint.
        assert_eq!(paused(call.rng(crate::support::Always(0))), Ok(3));
    });
    let waits = [waits("backoff", &[0.5]), waits("retry_after", &[5.0])];
    assert_eq!(lines[..2], [calls("success_after_retries", 1), attempts(&[3.0])]);
    assert_eq!(lines[2..], waits);
}

#[test]
fn a_call_that_is_told_to_stop() {
    let lines = recorded(|| {
        let call = POLICY.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert_eq!(paused(call.stop(async { tokio::time::sleep(Duration::from_millis(700)).await })), Err("busy"));
    });
    assert_eq!(lines, [calls("stopped", 1), attempts(&[2.0]), waits("backoff", &[0.5, 1.0])]);
}

#[test]
fn the_deadline_is_too_near() {
    let builder = RetryPolicy::builder().jitter(Jitter::None).base(Duration::from_secs(9));
    let policy = builder.deadline(Duration::from_secs(1)).build().unwrap();
    let lines = recorded(|| {
        let call = policy.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert!(paused(call).is_err());
    });
    assert_eq!(lines, [calls("deadline", 1), attempts(&[1.0])]);
}

#[test]
fn the_budget_is_empty() {
    let budget = RetryBudget::new(1, 0.0);
    let lines = recorded(|| {
        let call = POLICY.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert!(paused(call.budget(&budget)).is_err());
    });
    assert_eq!(lines, [calls("budget", 1), attempts(&[2.0]), waits("backoff", &[0.5])]);
}

#[test]
fn a_breaker_opens_and_a_call_that_it_refuses_has_one_attempt() {
    let breaker = CircuitBreaker::builder().name("stock").consecutive_failures(1).build().unwrap();
    let lines = recorded(|| {
        breaker.permit().unwrap().failed();
        let call = POLICY.retry(|| ready(Err::<(), _>("busy"))).transient(|_| true).name("orders");
        assert_eq!(paused(call.breaker(&breaker).breaker_open(|_| "open")), Err("open"));
    });
    let opened = "Counter retry_breaker_transitions_total{breaker=stock,to=open} 1".to_owned();
    assert_eq!(lines, [opened, calls("breaker", 1), attempts(&[1.0])]);
}

#[test]
fn a_value_that_is_not_accepted_is_counted_like_an_error() {
    let lines = recorded(|| {
        let call = POLICY.retry(|| ready(Ok::<_, &str>(40))).until(|percent| *percent == 100).transient(verdict);
        assert_eq!(paused(call.name("orders")), Ok(40));
    });
    assert_eq!(lines, [calls("attempts", 1), attempts(&[4.0]), waits("backoff", &[0.5, 1.0, 2.0])]);
}

#[test]
fn a_wait_is_recorded_when_it_begins_and_a_dropped_call_has_not_ended() {
    let lines = recorded(|| {
        let call = POLICY.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert!(poll_once(pin!(call.sleep(|_| pending::<()>()).into_future())).is_pending());
    });
    assert_eq!(lines, [waits("backoff", &[0.5])]);
}

#[test]
fn a_scope_that_switches_retries_off() {
    for front_end in EACH {
        let scope = Scope::new().max_attempts(1);
        let lines = recorded(|| front_end.call(&[Err("busy")], Some(&scope)));
        assert_eq!(lines, [calls("attempts", 1), attempts(&[1.0])], "{}", front_end.name);
    }
}

#[test]
fn calls_of_one_name_add_up() {
    let [one, two, ..] = EACH;
    let lines = recorded(|| {
        one.call(&[Ok(1)], None);
        two.call(&[Err("busy"), Ok(2)], None);
        one.call(&[Ok(1)], None);
    });
    let calls = [calls("success_after_retries", 1), calls("success", 2)];
    assert_eq!(lines[..2], calls);
    assert_eq!(lines[2..], [attempts(&[1.0, 2.0, 1.0]), waits("backoff", &[0.5])]);
}

/// Neither the error nor the argument can be shown: the error has no text, and the argument has no format.
#[test]
fn an_error_and_an_argument_need_no_text_and_the_name_is_the_path() {
    struct Password(&'static str);
    struct Opaque;

    #[retry(attempts = 2, jitter = "none", transient = |_| true)]
    async fn log_in(password: &Password) -> Result<usize, Opaque> {
        if password.0.is_empty() { Ok(0) } else { Err(Opaque) }
    }

    let lines = recorded(|| assert!(paused(log_in(&Password("hunter2"))).is_err()));
    let name = concat!(module_path!(), "::an_error_and_an_argument_need_no_text_and_the_name_is_the_path::log_in");
    let expected = [calls("attempts", 1), attempts(&[2.0]), waits("backoff", &[0.5])];
    assert_eq!(lines, expected.map(|line| line.replace("orders", name)));
}

/// Notes what the debugging recorder ignores.
#[derive(Default)]
struct Targets {
    targets: Mutex<Vec<(String, String, Level)>>,
    described: Mutex<Vec<(String, Option<Unit>)>>,
}

impl Targets {
    fn add(&self, key: &Key, metadata: &Metadata<'_>) {
        let target = (key.name().to_owned(), metadata.target().to_owned(), *metadata.level());
        self.targets.lock().unwrap().push(target);
    }
}

impl Recorder for Targets {
    fn describe_counter(&self, name: KeyName, unit: Option<Unit>, description: SharedString) {
        assert!(description.ends_with('.'));
        self.described.lock().unwrap().push((name.as_str().to_owned(), unit));
    }

    fn describe_gauge(&self, name: KeyName, unit: Option<Unit>, description: SharedString) {
        self.describe_counter(name, unit, description);
    }

    fn describe_histogram(&self, name: KeyName, unit: Option<Unit>, description: SharedString) {
        self.describe_counter(name, unit, description);
    }

    fn register_counter(&self, key: &Key, metadata: &Metadata<'_>) -> Counter {
        self.add(key, metadata);
        Counter::noop()
    }

    fn register_gauge(&self, key: &Key, _metadata: &Metadata<'_>) -> Gauge {
        panic!("there is no gauge, yet {} is one", key.name())
    }

    fn register_histogram(&self, key: &Key, metadata: &Metadata<'_>) -> Histogram {
        self.add(key, metadata);
        Histogram::noop()
    }
}

#[test]
fn the_target_is_the_same_for_all() {
    let targets = Targets::default();
    metrics::with_local_recorder(&targets, || EACH[0].call(&[Err("busy"), Ok(2)], None));
    let target = |name: &str| (name.to_owned(), "retry".to_owned(), Level::INFO);
    let expected = ["retry_wait_seconds", "retry_calls_total", "retry_call_attempts"].map(target);
    assert_eq!(*targets.targets.lock().unwrap(), expected);
}

/// A recorder that is alone at its address. Recorders are told apart by their addresses.
#[test]
fn what_the_metrics_mean_is_said_to_a_recorder_before_the_first() {
    let recorder: &Targets = Box::leak(Box::default());
    metrics::with_local_recorder(recorder, || EACH[0].call(&[Err("busy"), Ok(2)], None));
    let expected = [
        ("retry_calls_total".to_owned(), Some(Unit::Count)),
        ("retry_call_attempts".to_owned(), Some(Unit::Count)),
        ("retry_breaker_transitions_total".to_owned(), Some(Unit::Count)),
        ("retry_wait_seconds".to_owned(), Some(Unit::Seconds)),
    ];
    let described = recorder.described.lock().unwrap();
    // Again, if the recorder of another thread was used in between.
    assert!(described.chunks(4).all(|described| *described == expected), "{described:?}");
    assert!(!described.is_empty());
}
