//! The events that the front page lists for the feature `tracing`. Each line here has everything that an event holds.

use std::fmt::{Debug, Write as _};
use std::future::{IntoFuture as _, pending, ready};
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retry_core::testing::Scope;
use retry_core::{CircuitBreaker, Jitter, RetryBudget, RetryPolicy, once_blocking, retry};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::support::front_ends::{EACH, Outcome, POLICY, paused, verdict};
use crate::support::{poll_once, seeded};

/// A subscriber that notes every event as a line.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Subscriber for Lines {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn event(&self, event: &Event<'_>) {
        assert!(event.is_contextual(), "it belongs to the span of the caller");
        let mut line = Line(format!("{} {}:", event.metadata().level(), event.metadata().target()));
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        panic!("a span {}", span.metadata().name())
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

struct Line(String);

impl Visit for Line {
    /// Fields of every type: a string is in quotes, and an `f64` has a decimal point.
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").unwrap();
    }
}

/// The events while this runs.
pub(crate) fn told(run: impl FnOnce()) -> Vec<String> {
    let lines = Lines::default();
    tracing::subscriber::with_default(lines.clone(), run);
    lines.0.lock().unwrap().split_off(0)
}

fn retrying(attempt: u32, delay: &str, source: &str) -> String {
    format!(r#"WARN retry: message=retrying call="orders" attempt={attempt} delay_seconds={delay} source="{source}""#)
}

fn gave_up(level: &str, attempt: u32, reason: &str) -> String {
    format!(r#"{level} retry: message=gave up call="orders" attempt={attempt} reason="{reason}""#)
}

fn with_time(line: &str, elapsed: &str) -> String {
    format!("{line} elapsed_seconds={elapsed}")
}

/// A call through each front end, without a scope and within one. A scope does not change the events.
fn each_tells(outcomes: &'static [Outcome], expected: &[(String, &str)]) {
    for front_end in EACH {
        let line = |((line, elapsed), outcome): (&(String, &str), &Outcome)| {
            let mut line = if front_end.knows_the_time { with_time(line, elapsed) } else { line.clone() };
            if let Err(error) = outcome.as_ref().map_err(|error| format!(" error={error}")) {
                line.push_str(if front_end.knows_the_error { &error } else { "" });
            }
            line
        };
        let expected: Vec<_> = expected.iter().zip(outcomes).map(line).collect();
        assert_eq!(told(|| front_end.call(outcomes, None)), expected, "{}", front_end.name);
        let scope = Scope::new();
        assert_eq!(told(|| front_end.call(outcomes, Some(&scope))), expected, "{} in a scope", front_end.name);
    }
}

#[test]
fn a_success_at_once_is_not_told() {
    each_tells(&[Ok(1)], &[]);
}

#[test]
fn a_call_that_is_told_to_stop() {
    let lines = told(|| {
        let call = POLICY.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert_eq!(paused(call.stop(ready(()))), Err("busy"));
        let call = POLICY.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert_eq!(paused(call.stop(async { tokio::time::sleep(Duration::from_millis(100)).await })), Err("busy"));
    });
    let stopped = gave_up("WARN", 1, "stopped");
    assert_eq!(lines, [stopped.clone(), retrying(1, "0.5", "backoff"), stopped]);
}

#[test]
fn retries_and_the_success_after_them() {
    let succeeded = r#"INFO retry: message=succeeded after retries call="orders" attempts=3"#;
    each_tells(
        &[Err("busy"), Err("busy"), Ok(3)],
        &[
            (retrying(1, "0.5", "backoff"), "0.0"),
            (retrying(2, "1.0", "backoff"), "0.5"),
            (succeeded.to_owned(), "1.5"),
        ],
    );
}

#[test]
fn the_attempts_are_spent() {
    each_tells(
        &[Err("busy"); 4],
        &[
            (retrying(1, "0.5", "backoff"), "0.0"),
            (retrying(2, "1.0", "backoff"), "0.5"),
            (retrying(3, "2.0", "backoff"), "1.5"),
            (gave_up("WARN", 4, "attempts"), "3.5"),
        ],
    );
}

#[test]
fn a_nested_call_tells_its_depth() {
    let call = || RetryPolicy::default().retry_blocking(|| Err::<(), _>("busy")).transient(|_| true).name("orders");
    let lines = told(|| {
        once_blocking(|| call().run()).unwrap_err();
    });
    assert_eq!(lines, [gave_up("WARN", 1, "attempts") + " depth=1"]);
}

#[test]
fn a_permanent_error_is_for_those_who_debug() {
    each_tells(&[Err("refused")], &[(gave_up("DEBUG", 1, "permanent"), "0.0")]);
    each_tells(
        &[Err("busy"), Err("refused")],
        &[(retrying(1, "0.5", "backoff"), "0.0"), (gave_up("DEBUG", 2, "permanent"), "0.5")],
    );
}

#[test]
fn a_server_asks_for_too_long_a_wait() {
    each_tells(&[Err("in an hour")], &[(gave_up("WARN", 1, "retry_after_too_long"), "0.0")]);
}

#[test]
fn a_servers_hint_is_the_source_of_the_delay() {
    let lines = told(|| {
        let mut outcomes = [Err("in five seconds"), Ok(2)].into_iter();
        let call = POLICY.retry(|| ready(outcomes.next().unwrap())).transient(verdict).name("orders");
        // A generator that gives only zero adds nothing to the hint.
        assert_eq!(paused(call.rng(crate::support::Always(0))), Ok(2));
    });
    let succeeded = r#"INFO retry: message=succeeded after retries call="orders" attempts=2"#;
    assert_eq!(lines, [retrying(1, "5.0", "retry_after"), succeeded.to_owned()]);
}

#[test]
fn the_deadline_is_too_near() {
    let policy = RetryPolicy::builder().jitter(Jitter::None).deadline(Duration::from_secs(1)).build().unwrap();
    let lines = told(|| {
        let call = policy.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert!(paused(call).is_err());
    });
    let retrying = with_time(&retrying(1, "0.5", "backoff"), "0.0");
    assert_eq!(lines, [retrying, with_time(&gave_up("WARN", 2, "deadline"), "0.5")]);
}

#[test]
fn the_budget_is_empty() {
    let budget = RetryBudget::new(1, 0.0);
    let lines = told(|| {
        let call = POLICY.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert!(paused(call.budget(&budget)).is_err());
    });
    assert_eq!(lines, [retrying(1, "0.5", "backoff"), gave_up("WARN", 2, "budget")]);
}

#[test]
fn a_value_that_is_not_accepted_is_told_like_an_error() {
    let lines = told(|| {
        let call = POLICY.retry(|| ready(Ok::<_, &str>(40))).until(|percent| *percent == 100).transient(verdict);
        assert_eq!(paused(call.name("orders")), Ok(40));
    });
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[2], retrying(3, "2.0", "backoff"));
    assert_eq!(lines[3], gave_up("WARN", 4, "attempts"));
}

#[test]
fn a_call_that_is_dropped_while_it_waits_tells_nothing_more() {
    let lines = told(|| {
        let call = POLICY.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert!(poll_once(pin!(call.sleep(|_| pending::<()>()).into_future())).is_pending());
    });
    assert_eq!(lines, [retrying(1, "0.5", "backoff")]);
}

#[test]
fn a_scope_that_switches_retries_off_says_so() {
    for front_end in EACH {
        let scope = Scope::new().max_attempts(1);
        let lines = told(|| front_end.call(&[Err("busy")], Some(&scope)));
        assert!(lines[0].starts_with(&gave_up("WARN", 1, "attempts")), "{}: {}", front_end.name, lines[0]);
        assert_eq!(lines.len(), 1, "{}", front_end.name);
    }
}

#[test]
fn the_delay_told_is_the_delay_of_the_scopes_seed() {
    let policy = RetryPolicy::default();
    let lines = told(|| {
        let call = policy.retry(|| ready(Err::<(), _>("busy"))).transient(verdict).name("orders");
        assert!(paused(Scope::new().seed(7).run(call.into_future())).is_err());
    });
    let delays = policy.delays(seeded(7)).map(|delay| format!("{:?}", delay.as_secs_f64()));
    let mut expected: Vec<_> = (1..).zip(delays).map(|(attempt, delay)| retrying(attempt, &delay, "backoff")).collect();
    expected.push(gave_up("WARN", 6, "attempts"));
    assert_eq!(lines, expected);
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

    let lines = told(|| assert!(paused(log_in(&Password("hunter2"))).is_err()));
    let name = concat!(module_path!(), "::an_error_and_an_argument_need_no_text_and_the_name_is_the_path::log_in");
    let expected = [retrying(1, "0.5", "backoff"), gave_up("WARN", 2, "attempts")];
    assert_eq!(lines, expected.map(|line| line.replace("orders", name)));
}

#[test]
fn a_breaker_changes_its_state_and_a_refused_call_gives_up() {
    let settings = CircuitBreaker::builder().name("payments").consecutive_failures(1);
    let breaker = settings.open_for(Duration::from_secs(5)).build().unwrap();
    let lines = told(|| {
        breaker.permit().unwrap().failed();
        let call = RetryPolicy::default().retry(|| ready(Ok::<(), String>(()))).transient(|_| true).name("pay");
        let call = call.breaker(&breaker).breaker_open(|_| String::new());
        assert!(poll_once(pin!(call.into_future())).is_ready());
    });
    let changed = r#"WARN retry: message=breaker changed breaker="payments" from="closed" to="open""#;
    assert_eq!(lines[0], changed);
    assert_eq!(lines[1..], [r#"WARN retry: message=gave up call="pay" attempt=1 reason="breaker""#]);
}
