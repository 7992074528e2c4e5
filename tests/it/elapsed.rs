//! Each option that needs the time gets it, also if it is the only option.

use std::time::Duration;

use crate::common::{Failure, always_busy, calls, ms};
use retry_core::{GiveUpReason, Jitter, RetryPolicy, retry};

/// A wait of 500 ms and one of a second.
#[tokio::test(start_paused = true)]
async fn a_hook_on_retry() {
    #[retry(jitter = "none", attempts = 3, on_retry = |event| times.push(event.elapsed))]
    async fn read(times: &mut Vec<Duration>) -> Result<u32, Failure> {
        always_busy()
    }
    let mut times = Vec::new();
    read(&mut times).await.unwrap_err();
    assert_eq!(times, [ms(0), ms(500)]);
}

#[tokio::test(start_paused = true)]
async fn a_hook_on_give_up() {
    #[retry(jitter = "none", attempts = 3, on_give_up = |event| *time = Some(event.elapsed))]
    async fn read(time: &mut Option<Duration>) -> Result<u32, Failure> {
        always_busy()
    }
    let mut time = None;
    read(&mut time).await.unwrap_err();
    assert_eq!(time, Some(ms(1_500)));
}

#[tokio::test(start_paused = true)]
async fn a_context() {
    #[retry(jitter = "none", attempts = 3, context = attempt)]
    async fn read(times: &mut Vec<Duration>) -> Result<u32, Failure> {
        times.push(attempt.elapsed);
        always_busy()
    }
    let mut times = Vec::new();
    read(&mut times).await.unwrap_err();
    assert_eq!(times, [ms(0), ms(500), ms(1_500)]);
}

/// The third wait, of two seconds, would end after the deadline.
#[tokio::test(start_paused = true)]
async fn a_deadline() {
    #[retry(jitter = "none", deadline = "3s")]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    read().await.unwrap_err();
    assert_eq!(calls(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_deadline_of_a_policy_made_elsewhere() {
    const POLICY: RetryPolicy =
        RetryPolicy::builder().jitter(Jitter::None).deadline(Duration::from_secs(3)).build_const();
    #[retry(policy = POLICY)]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    read().await.unwrap_err();
    assert_eq!(calls(), 3);
    let mut reason = None;
    let call = POLICY.retry(async || always_busy()).on_give_up(|event| reason = Some((event.elapsed, event.reason)));
    call.await.unwrap_err();
    assert_eq!((calls(), reason), (3, Some((ms(1_500), GiveUpReason::Deadline))));
}
