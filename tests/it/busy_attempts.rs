//! Attempts that leave tokio's timers no turn: a task that has used up tokio's cooperative budget gets `Pending` from
//! every timer.

use std::io;

use retry_core::{RetryPolicy, retry, runtime_name};
use tokio::task::coop::consume_budget;
use tokio::time::advance;

use crate::common::ms;

/// Goes on for many polls after its time, and is never waiting for anything.
async fn busy() -> io::Result<()> {
    tokio::task::yield_now().await;
    advance(ms(2_000)).await;
    for _ in 0..10_000 {
        consume_budget().await;
    }
    Ok(())
}

#[retry(attempts = 1, timeout = "1s")]
async fn annotated() -> io::Result<()> {
    busy().await
}

#[tokio::test(start_paused = true)]
async fn end_at_their_timeout() {
    assert_eq!(annotated().await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    let policy = RetryPolicy::builder().attempts(1).build().unwrap();
    assert_eq!(policy.retry(busy).timeout(ms(1_000)).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
}

#[tokio::test]
async fn the_timer_is_that_of_tokio() {
    assert_eq!(runtime_name(), Some("tokio"));
}
