//! The events for `tracing` and the metrics for `metrics`. Without these features the functions do nothing.
//!
//! The front page of the crate documents the names and the fields.

#![cfg_attr(not(all(feature = "tracing", feature = "metrics")), allow(unused_variables))]

use core::time::Duration;

use super::described::Described;
use super::name::Name;
#[cfg(feature = "tracing")]
use crate::decision::GiveUpReason;
use crate::decision::{BreakerTransition, Decision};

/// A call has succeeded.
#[inline]
pub(super) fn succeeded(name: Name, attempts: u32) {
    #[cfg(feature = "metrics")]
    metrics::ended(name.get(), if attempts == 1 { "success" } else { "success_after_retries" }, attempts);
}

/// A call has succeeded after a failed attempt.
pub(super) fn recovered(name: Name, attempts: u32, elapsed: Option<Duration>) {
    #[cfg(feature = "tracing")]
    tracing::info!(
        target: "retry",
        call = name.get(),
        attempts,
        elapsed_seconds = elapsed.map(|elapsed| elapsed.as_secs_f64()),
        "succeeded after retries",
    );
}

/// An attempt has failed.
#[inline]
pub(super) fn failed(
    name: Name,
    attempt: u32,
    decision: Decision,
    elapsed: Option<Duration>,
    error: Option<Described<'_>>,
    depth: u32,
) {
    #[cfg(feature = "tracing")]
    trace_failed(name.get(), attempt, decision, elapsed.map(|elapsed| elapsed.as_secs_f64()), error, depth);
    #[cfg(feature = "metrics")]
    match decision {
        Decision::Wait { delay, source } => metrics::waits(name.get(), source.as_str(), delay),
        Decision::GiveUp(reason) => metrics::ended(name.get(), reason.as_str(), attempt),
    }
}

/// A breaker has changed its state.
pub(super) fn breaker(transition: &BreakerTransition) {
    let BreakerTransition { name, from, to, .. } = *transition;
    #[cfg(feature = "tracing")]
    tracing::warn!(target: "retry", breaker = name, from = from.as_str(), to = to.as_str(), "breaker changed");
    #[cfg(feature = "metrics")]
    metrics::breaker(name, to.as_str());
}

#[cfg(feature = "tracing")]
fn trace_failed(
    name: &'static str,
    attempt: u32,
    decision: Decision,
    elapsed_seconds: Option<f64>,
    error: Option<Described<'_>>,
    depth: u32,
) {
    use tracing::{debug, warn};
    let depth = (depth > 0).then_some(depth);
    let error = error.map(tracing::field::display);
    match decision {
        Decision::Wait { delay, source } => warn!(
            target: "retry",
            call = name,
            attempt,
            delay_seconds = delay.as_secs_f64(),
            source = source.as_str(),
            elapsed_seconds,
            depth,
            error,
            "retrying",
        ),
        // A permanent error is an ordinary answer for the caller to handle, so it is no warning.
        Decision::GiveUp(GiveUpReason::Permanent) => {
            debug!(target: "retry", call = name, attempt, reason = "permanent", elapsed_seconds, depth, error, "gave up");
        }
        Decision::GiveUp(reason) => {
            warn!(target: "retry", call = name, attempt, reason = reason.as_str(), elapsed_seconds, depth, error, "gave up");
        }
    }
}

#[cfg(feature = "metrics")]
mod metrics {
    use core::ptr;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use core::time::Duration;

    use metrics::{Key, KeyName, Label, Level, Metadata, Recorder, SharedString, Unit, with_recorder};

    /// The target is `retry`, as in `tracing`. The macros of `metrics` would make it the path of this module, and a
    /// recorder may filter by the target.
    static METADATA: Metadata<'static> = Metadata::new("retry", Level::INFO, Some(module_path!()));

    const CALLS: &str = "retry_calls_total";
    const ATTEMPTS: &str = "retry_call_attempts";
    const WAITS: &str = "retry_wait_seconds";
    const TRANSITIONS: &str = "retry_breaker_transitions_total";

    // A key has to own labels that are known only at run time, in a vector. The second key takes over the vector of the
    // first, so that there is one allocation.
    pub(super) fn ended(name: &'static str, outcome: &'static str, attempts: u32) {
        let labels = vec![Label::from_static_parts("call", name), Label::from_static_parts("outcome", outcome)];
        let calls = Key::from_parts(CALLS, labels);
        recorded(|recorder| recorder.register_counter(&calls, &METADATA)).increment(1);

        let (_, mut labels) = calls.into_parts();
        labels.truncate(1);
        let attempts_of_calls = Key::from_parts(ATTEMPTS, labels);
        recorded(|recorder| recorder.register_histogram(&attempts_of_calls, &METADATA)).record(attempts);
    }

    pub(super) fn waits(name: &'static str, source: &'static str, delay: Duration) {
        let labels = vec![Label::from_static_parts("call", name), Label::from_static_parts("source", source)];
        let waits = Key::from_parts(WAITS, labels);
        recorded(|recorder| recorder.register_histogram(&waits, &METADATA)).record(delay);
    }

    pub(super) fn breaker(name: &'static str, to: &'static str) {
        let labels = vec![Label::from_static_parts("breaker", name), Label::from_static_parts("to", to)];
        let transitions = Key::from_parts(TRANSITIONS, labels);
        recorded(|recorder| recorder.register_counter(&transitions, &METADATA)).increment(1);
    }

    fn recorded<T>(register: impl FnOnce(&dyn Recorder) -> T) -> T {
        with_recorder(|recorder| {
            describe(recorder);
            register(recorder)
        })
    }

    /// Describes the metrics, once to each recorder. A recorder may be installed after the first calls.
    fn describe(recorder: &dyn Recorder) {
        static DESCRIBED_TO: AtomicUsize = AtomicUsize::new(0);
        let address = ptr::from_ref(recorder).cast::<()>().addr();
        if DESCRIBED_TO.load(Ordering::Relaxed) == address {
            return;
        }
        DESCRIBED_TO.store(address, Ordering::Relaxed);
        let (name, text) = (KeyName::from_const_str, SharedString::const_str);
        recorder.describe_counter(name(CALLS), Some(Unit::Count), text("Calls that have ended, by outcome."));
        recorder.describe_histogram(
            name(ATTEMPTS),
            Some(Unit::Count),
            text("Attempts of a call, the first one included."),
        );
        recorder.describe_counter(
            name(TRANSITIONS),
            Some(Unit::Count),
            text("State changes of circuit breakers, by the new state."),
        );
        recorder.describe_histogram(name(WAITS), Some(Unit::Seconds), text("Waits before another attempt."));
    }
}
