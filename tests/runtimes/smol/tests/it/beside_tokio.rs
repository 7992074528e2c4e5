//! With both runtimes, a call on tokio waits on tokio, and any other call on `async-io`.

use std::time::{Duration, Instant};

use retry_core::{RetryPolicy, runtime_name};

/// A minute of waiting.
async fn minute() -> Result<(), &'static str> {
    let policy = RetryPolicy::builder().base(Duration::from_secs(60)).cap(Duration::from_secs(60)).attempts(2);
    let policy = policy.jitter(retry_core::Jitter::None).build().unwrap();
    policy.retry(async || Err("busy")).transient(|_| true).await
}

#[test]
fn a_call_on_tokio_waits_on_its_paused_clock() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let began = Instant::now();
    runtime.block_on(async {
        assert_eq!(runtime_name(), Some("tokio"));
        let began = tokio::time::Instant::now();
        assert_eq!(minute().await, Err("busy"));
        assert!(began.elapsed() >= Duration::from_secs(60));
    });
    assert!(began.elapsed() < Duration::from_secs(60));
}
