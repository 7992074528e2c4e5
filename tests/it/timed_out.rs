//! `timed_out`: the error of a timed-out attempt whose error type is another crate's.

use std::cell::Cell;
use std::future::pending;
use std::num::ParseIntError;
use std::time::Duration;

use async_trait::async_trait;
use retry_core::{GiveUpReason, RetryPolicy, TimedOut, retry};
use tokio::time::{Instant, sleep};

use crate::common::{call, calls, ms, send};

/// An error that does not implement `From<TimedOut>`, with the time that the attempt had.
#[derive(Debug, PartialEq)]
enum Foreign {
    Slow(Duration),
    Number(ParseIntError),
}

fn slow(timed_out: TimedOut) -> Foreign {
    Foreign::Slow(timed_out.after())
}

fn is_slow(error: &Foreign) -> bool {
    matches!(error, Foreign::Slow(_))
}

#[tokio::test(start_paused = true)]
async fn the_error_is_made_and_judged_through_every_front_end() {
    #[retry(attempts = 2, timeout = "300ms", timed_out = slow, transient = is_slow)]
    async fn path() -> Result<(), Foreign> {
        call();
        pending().await
    }
    #[retry(attempts = 2, timeout = "300ms", timed_out = |error| Foreign::Slow(error.after()), transient = is_slow)]
    async fn closure() -> Result<(), Foreign> {
        call();
        pending().await
    }
    #[retry(attempts = 2, timeout = "300ms", timed_out = slow, transient = is_slow)]
    #[allow(clippy::manual_async_fn, reason = "the shape that is tested")]
    fn future() -> impl Future<Output = Result<(), Foreign>> + Send {
        async move {
            call();
            pending().await
        }
    }
    let policy = RetryPolicy::builder().attempts(2).build().unwrap();
    let operation = || {
        call();
        pending::<Result<(), Foreign>>()
    };
    let expected = (Err(Foreign::Slow(ms(300))), 2);
    assert_eq!((send(path()).await, calls()), expected);
    assert_eq!((send(closure()).await, calls()), expected);
    assert_eq!((send(future()).await, calls()), expected);
    let retry = policy.retry(operation).transient(is_slow).timeout(ms(300)).timed_out(slow);
    assert_eq!((send(retry.into_future()).await, calls()), expected);
    let lending = policy.retry_async_closure(async || operation().await).transient(is_slow);
    assert_eq!((lending.timeout(ms(300)).timed_out(slow).run().await, calls()), expected);
}

#[tokio::test(start_paused = true)]
async fn what_the_operation_says_in_time_is_left_alone() {
    #[retry(attempts = 3, timeout = "300ms", timed_out = |_| unreachable!(), transient = is_slow)]
    async fn parse(text: &str) -> Result<u32, Foreign> {
        sleep(ms(200)).await;
        text.parse().map_err(Foreign::Number)
    }
    assert_eq!(parse("7").await, Ok(7));
    assert!(matches!(parse("seven").await, Err(Foreign::Number(_))));
}

struct Client {
    name: String,
    sent: u32,
}

impl Client {
    #[retry(attempts = 3, timeout = "300ms", timed_out = |error| format!("{}: {error}", self.name), transient = |_| true)]
    async fn send(&mut self, hangs: u32) -> Result<u32, String> {
        self.sent += 1;
        if self.sent <= hangs { pending().await } else { Ok(self.sent) }
    }

    #[retry(attempts = 2, timeout = "300ms", timed_out = |error| { self.sent += 10; error.to_string() }, transient = |_| true)]
    async fn count(&mut self) -> Result<(), String> {
        self.sent += 1;
        pending().await
    }
}

#[async_trait]
trait Fetch {
    async fn fetch(&self) -> Result<(), String>;
}

#[async_trait]
impl Fetch for Client {
    #[retry(attempts = 2, timeout = "300ms", timed_out = |error| format!("{}: {error}", self.name), transient = |_| true)]
    async fn fetch(&self) -> Result<(), String> {
        pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn the_closure_may_use_self() {
    let mut client = Client { name: "stock".to_owned(), sent: 0 };
    let expected = "stock: the attempt timed out after 300ms";
    assert_eq!(send(client.send(2)).await, Ok(3));
    client.sent = 0;
    assert_eq!(client.send(9).await.unwrap_err(), expected);
    client.sent = 0;
    assert!(client.count().await.is_err());
    assert_eq!(client.sent, 22);
    assert_eq!(client.fetch().await.unwrap_err(), expected);
}

/// If the deadline ends the first attempt, there is no other outcome to return. Later there is that of the attempt
/// before.
#[tokio::test(start_paused = true)]
async fn the_deadline_asks_for_an_error_only_if_there_is_no_outcome_yet() {
    #[retry(
        base = "100ms", jitter = "none", deadline = "1s", timeout = "950ms", timed_out = slow, transient = |_| true,
        on_give_up = |event| end.set(Some(event.reason))
    )]
    async fn fetch(end: &Cell<Option<GiveUpReason>>) -> Result<(), Foreign> {
        if call() == 1 { "seven".parse::<u32>().map(drop).map_err(Foreign::Number) } else { pending().await }
    }
    #[retry(deadline = "200ms", timeout = timeout, timed_out = slow, transient = |_| true)]
    async fn hang(timeout: Duration) -> Result<(), Foreign> {
        pending().await
    }
    let (end, began) = (Cell::default(), Instant::now());
    // The first at 0 s, the second from 0.1 s to 1 s.
    let (outcome, seven) = (fetch(&end).await, "seven".parse::<u32>().unwrap_err());
    assert_eq!((outcome, calls()), (Err(Foreign::Number(seven)), 2));
    assert_eq!((end.get(), began.elapsed()), (Some(GiveUpReason::Deadline), ms(1_000)));
    assert_eq!(hang(ms(300)).await, Err(Foreign::Slow(ms(200))));
}
