//! `#[retry]` beside other attributes that change a function.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::{Failure, always_busy, at_once, calls, no_wait, retried, send, third_time};
use async_trait::async_trait;
use retry_core::retry;
use test_case::test_case;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber, instrument};

/// Counts the spans of this test.
#[derive(Clone, Default)]
struct Spans {
    opened: Arc<AtomicU32>,
    errors: Arc<AtomicU32>,
}

impl Subscriber for Spans {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(u64::from(self.opened.fetch_add(1, Ordering::Relaxed)) + 1)
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Error(bool);
        impl Visit for Error {
            fn record_debug(&mut self, field: &Field, _value: &dyn std::fmt::Debug) {
                self.0 |= field.name() == "error";
            }
        }
        let mut error = Error(false);
        event.record(&mut error);
        self.errors.fetch_add(u32::from(error.0), Ordering::Relaxed);
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

/// The spans opened and the errors recorded during a call.
fn spans(call: impl FnOnce()) -> (u32, u32) {
    let spans = Spans::default();
    tracing::subscriber::with_default(spans.clone(), call);
    (spans.opened.load(Ordering::Relaxed), spans.errors.load(Ordering::Relaxed))
}

#[test]
fn above_instrument_one_span_holds_all_attempts() {
    #[retry(sleep = no_wait)]
    #[instrument(skip(list), ret, err)]
    async fn read(text: String, list: &mut Vec<u32>) -> Result<usize, Failure> {
        list.push(1);
        third_time()?;
        Ok(text.len())
    }
    let mut list = Vec::new();
    let spans = spans(|| assert_eq!(retried(send(read("text".to_owned(), &mut list))), Ok(4)));
    assert_eq!((spans, list.len()), ((1, 0), 3));
}

#[test]
fn below_instrument_every_attempt_has_a_span() {
    #[instrument(err)]
    #[retry(sleep = no_wait)]
    async fn read(text: &str, more: usize) -> Result<usize, Failure> {
        third_time()?;
        Ok(text.len() + more)
    }
    assert_eq!(spans(|| assert_eq!(retried(send(read("text", 1))), Ok(5))), (3, 2));
}

/// `#[instrument]` puts the body into one or two `async move` blocks, which would consume values that are not `Copy` in
/// the first attempt.
#[test]
fn below_instrument_owned_and_mutable_arguments_are_there_for_every_attempt() {
    #[instrument(skip(list), fields(length = text.len()))]
    #[retry(sleep = no_wait)]
    async fn quiet(text: String, list: &mut Vec<u32>) -> Result<usize, Failure> {
        list.push(1);
        third_time()?;
        Ok(text.len())
    }
    #[instrument(skip(list), ret)]
    #[retry(sleep = no_wait)]
    async fn values(text: String, list: &mut Vec<u32>) -> Result<usize, Failure> {
        list.push(1);
        third_time().map(|_| text.len())
    }
    #[instrument(skip(list), err)]
    #[retry(sleep = no_wait)]
    async fn errors(text: String, list: &mut Vec<u32>) -> Result<usize, Failure> {
        let moved = text.clone();
        let length = async move { moved.len() };
        list.push(1);
        third_time()?;
        Ok(length.await)
    }
    #[instrument(skip(list), ret, err)]
    #[retry(sleep = no_wait)]
    async fn both(text: String, list: &mut Vec<u32>) -> Result<usize, Failure> {
        list.push(1);
        third_time()?;
        Ok(text.len())
    }
    #[instrument(skip(list), ret)]
    #[retry(blocking, sleep = |_| {})]
    fn blocking(text: String, list: &mut Vec<u32>) -> Result<usize, Failure> {
        list.push(1);
        third_time()?;
        Ok(text.len())
    }
    let (text, mut list) = (|| "text".to_owned(), Vec::new());
    assert_eq!(spans(|| assert_eq!(retried(quiet(text(), &mut list)), Ok(4))), (3, 0));
    assert_eq!(spans(|| assert_eq!(retried(values(text(), &mut list)), Ok(4))), (3, 0));
    assert_eq!(spans(|| assert_eq!(retried(errors(text(), &mut list)), Ok(4))), (3, 2));
    assert_eq!(spans(|| assert_eq!(retried(both(text(), &mut list)), Ok(4))), (3, 2));
    assert_eq!(spans(|| assert_eq!(blocking(text(), &mut list), Ok(4))), (3, 0));
    assert_eq!(list.len(), 15);
}

struct Client(u32);

impl Client {
    #[retry(sleep = no_wait)]
    #[instrument(skip_all, fields(calls = self.0), err)]
    async fn above(&mut self) -> Result<u32, Failure> {
        self.0 += 1;
        always_busy()
    }

    #[instrument(skip_all, fields(calls = self.0), err)]
    #[retry(sleep = no_wait)]
    async fn below(&mut self) -> Result<u32, Failure> {
        self.0 += 1;
        always_busy()
    }

    #[retry(blocking, sleep = |_| {})]
    #[instrument(skip_all, err)]
    fn blocking_above(&mut self) -> Result<u32, Failure> {
        self.0 += 1;
        always_busy()
    }

    #[instrument(skip_all, err)]
    #[retry(blocking, sleep = |_| {})]
    fn blocking_below(&mut self) -> Result<u32, Failure> {
        self.0 += 1;
        always_busy()
    }
}

#[test]
fn instrumented_methods() {
    let mut client = Client(0);
    assert_eq!(spans(|| drop(at_once(send(client.above())))), (1, 1));
    assert_eq!(spans(|| drop(at_once(send(Client::below(&mut client))))), (6, 6));
    assert_eq!(spans(|| drop(client.blocking_above())), (1, 1));
    assert_eq!(spans(|| drop(client.blocking_below())), (6, 6));
    assert_eq!((client.0, calls()), (24, 24));
}

#[async_trait]
trait Source {
    async fn above(&mut self, text: String) -> Result<usize, Failure>;
    async fn below(&self, text: &str) -> Result<usize, Failure>;
}

#[async_trait]
impl Source for Client {
    #[retry(sleep = no_wait)]
    #[instrument(skip(self))]
    async fn above(&mut self, text: String) -> Result<usize, Failure> {
        self.0 += 1;
        third_time()?;
        Ok(text.len())
    }

    #[instrument(skip(self))]
    #[retry(sleep = no_wait)]
    async fn below(&self, text: &str) -> Result<usize, Failure> {
        third_time()?;
        Ok(text.len())
    }
}

#[test]
fn with_async_trait() {
    let mut client = Client(0);
    assert_eq!(spans(|| assert_eq!(retried(Source::above(&mut client, "text".to_owned())), Ok(4))), (1, 0));
    assert_eq!(spans(|| assert_eq!(retried(Source::below(&client, "text")), Ok(4))), (3, 0));
}

#[test_case(1)]
#[retry(sleep = no_wait)]
#[tokio::test]
async fn below_a_test_case(number: u32) -> Result<(), Failure> {
    assert!(number < 3);
    third_time()?;
    assert_eq!(calls(), 3);
    Ok(())
}

#[test_case(1)]
#[retry(blocking, sleep = |_| {})]
fn blocking_below_a_test_case(number: u32) -> Result<(), Failure> {
    assert!(number < 3);
    third_time()?;
    assert_eq!(calls(), 3);
    Ok(())
}

#[retry(sleep = no_wait)]
#[tokio::test]
async fn above_a_test_attribute() -> Result<(), Failure> {
    tokio::task::yield_now().await;
    third_time()?;
    assert_eq!(calls(), 3);
    Ok(())
}

#[retry(base = "1h", cap = "1h", jitter = "none")]
#[tokio::test(start_paused = true)]
async fn above_a_test_attribute_with_options() -> Result<(), Failure> {
    third_time()?;
    assert_eq!(calls(), 3);
    Ok(())
}

#[retry(blocking, sleep = |_| {})]
#[test]
fn above_the_plain_test_attribute() -> Result<(), Failure> {
    third_time()?;
    assert_eq!(calls(), 3);
    Ok(())
}
