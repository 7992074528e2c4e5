//! Attempts that take too long.

use std::future::pending;
use std::io;
use std::time::Duration;

use retry_core::testing::{End, Scope, sleep};
use retry_core::{GiveUpReason, Jitter, RetryPolicy, retry};
use web_time::Instant;

const SECOND: Duration = Duration::from_secs(1);

#[retry(attempts = 2, base = "20ms", jitter = "none", timeout = "30ms")]
async fn annotated() -> io::Result<()> {
    pending().await
}

#[retry(attempts = 2, timeout = "1min")]
async fn in_time() -> io::Result<u32> {
    Ok(7)
}

fn policy(base: Duration) -> RetryPolicy {
    RetryPolicy::builder().base(base).jitter(Jitter::None).attempts(3).build().unwrap()
}

/// The timer of the runtime ends an attempt.
pub async fn in_real_time() {
    let began = Instant::now();
    let error = annotated().await.unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (io::ErrorKind::TimedOut, "the attempt timed out after 30ms")
    );
    assert!(began.elapsed() >= Duration::from_millis(80), "{:?}", began.elapsed());
    assert_eq!(in_time().await.unwrap(), 7);

    let began = Instant::now();
    let call = policy(Duration::from_millis(1)).retry(pending::<io::Result<()>>).timeout(Duration::from_millis(20));
    assert_eq!(call.await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    assert!(began.elapsed() >= Duration::from_millis(60), "{:?}", began.elapsed());
}

/// The clock of a scope ends an attempt, without taking time and without a runtime.
pub async fn in_a_scope() {
    let scope = Scope::new().with_virtual_clock();
    let call = policy(SECOND).retry(pending::<io::Result<()>>).timeout(SECOND * 3_600);
    let mut took = None;
    let outcome = scope.run(call.on_give_up(|event| took = Some(event.elapsed))).await;
    assert_eq!(outcome.unwrap_err().to_string(), "the attempt timed out after 1h");
    assert_eq!(took, Some(SECOND * (3 * 3_600 + 1 + 2)));

    // The first attempt is too slow, and the second one is fast enough.
    let mut takes = [SECOND * 11, SECOND * 10].into_iter();
    let call = policy(SECOND).retry(|| {
        let takes = takes.next().unwrap();
        async move {
            sleep(takes).await;
            Ok::<_, io::Error>(())
        }
    });
    assert!(scope.run(call.timeout(SECOND * 10)).await.is_ok());

    // The deadline leaves the third attempt two seconds.
    let policy = RetryPolicy::builder().base(SECOND).jitter(Jitter::None).deadline(SECOND * 10).build().unwrap();
    let call = policy.retry_async_closure(async || {
        sleep(SECOND * 3).await;
        Err::<(), _>(io::Error::from(io::ErrorKind::ConnectionReset))
    });
    let error = scope.run(call.timeout(SECOND * 10).run()).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "what the operation has said last");
    let ends: Vec<_> = scope.trace().calls().iter().map(|call| (call.attempts(), call.end().unwrap())).collect();
    let gave_up = End::GaveUp;
    assert_eq!(ends, [(3, gave_up(GiveUpReason::Attempts)), (2, End::Success), (3, gave_up(GiveUpReason::Deadline))]);
}
