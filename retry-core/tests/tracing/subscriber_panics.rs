//! A subscriber of tracing runs between the decision and the wait, and may panic there.

use std::future::ready;
use std::panic::{AssertUnwindSafe, catch_unwind};

use retry_core::{RetryBudget, RetryPolicy};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

struct Panicking;

impl Subscriber for Panicking {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        panic!("told by {}", event.metadata().target())
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

#[test]
fn the_token_of_a_retry_that_is_not_made_goes_back() {
    let budget = RetryBudget::new(2, 0.0);
    let call = RetryPolicy::default().retry(|| ready(Err::<(), _>("busy"))).transient(|_| true).budget(&budget);
    let told =
        AssertUnwindSafe(|| tracing::subscriber::with_default(Panicking, || crate::support::ready_at_once(call)));
    let panic = catch_unwind(told).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("told by retry"));
    assert_eq!(format!("{:.3}", budget.level()), "2.000");
}
