//! `nested = "once"`: retried calls within an attempt make one attempt each.

use std::cell::Cell;
use std::future::ready;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use retry_core::testing::Scope;
use retry_core::{GiveUpReason, RetryPolicy, once, once_blocking, retry};

thread_local!(static REQUESTS: Cell<u32> = const { Cell::new(0) });

fn request() -> io::Result<()> {
    REQUESTS.set(REQUESTS.get() + 1);
    Err(ErrorKind::TimedOut.into())
}

const POLICY: RetryPolicy = RetryPolicy::builder().base(Duration::from_millis(1)).attempts(5).build_const();

#[retry(attempts = 3)]
async fn inner() -> io::Result<()> {
    request()?;
    Ok(())
}

#[retry(attempts = 5)]
async fn multiplies() -> io::Result<()> {
    inner().await
}

#[retry(attempts = 5, nested = "once")]
async fn outer() -> io::Result<()> {
    tokio::task::yield_now().await;
    inner().await
}

#[retry(attempts = 5, nested = "once", timeout = "1s")]
async fn outer_with_timeout() -> io::Result<()> {
    inner().await
}

#[retry(base = "1ms", attempts = 3, blocking)]
fn inner_blocking() -> io::Result<()> {
    request()
}

#[retry(base = "1ms", attempts = 5, nested = "once", blocking)]
fn outer_blocking() -> io::Result<()> {
    inner_blocking()
}

#[async_trait::async_trait]
trait Client {
    async fn send(&self) -> io::Result<()>;
}

struct Retrying;

#[async_trait::async_trait]
impl Client for Retrying {
    #[retry(attempts = 5, nested = "once")]
    async fn send(&self) -> io::Result<()> {
        inner().await
    }
}

#[tokio::test(start_paused = true)]
async fn fifteen_requests_become_five() {
    multiplies().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 15);
    outer().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
    outer_with_timeout().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
    Retrying.send().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
    // The code after the call is outside of the scope again.
    inner().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 3);
}

#[test]
fn blocking_calls_have_the_scope_too() {
    outer_blocking().unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
    inner_blocking().unwrap_err();
    assert_eq!(REQUESTS.replace(0), 3);
    POLICY.retry_blocking(inner_blocking).nested_once().run().unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
}

#[tokio::test(start_paused = true)]
async fn closures_have_the_scope_too() {
    POLICY.retry(inner).nested_once().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
    POLICY.retry(inner).timeout(Duration::from_secs(1)).nested_once().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
    POLICY.retry_async_closure(async || inner().await).nested_once().run().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
}

#[tokio::test(start_paused = true)]
async fn however_deep_and_only_in_its_own_future() {
    #[retry(attempts = 4, nested = "once")]
    async fn top() -> io::Result<()> {
        multiplies().await
    }
    top().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 4);

    // Another call in the same task is not in the scope, although the two calls take turns.
    let (limited, free) = tokio::join!(outer(), inner());
    assert!(limited.is_err() && free.is_err());
    assert_eq!(REQUESTS.replace(0), 5 + 3);

    let both = async || {
        let (one, two) = tokio::join!(inner(), inner());
        one.and(two)
    };
    POLICY.retry_async_closure(both).nested_once().run().await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5 * 2);
}

#[tokio::test(start_paused = true)]
async fn a_spawned_task_is_outside() {
    let requests = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&requests);
    let call = POLICY.retry(move || {
        let count = Arc::clone(&count);
        async move {
            let call = POLICY.with_attempts(3).retry(move || {
                count.fetch_add(1, Ordering::Relaxed);
                ready(io::Result::<()>::Err(ErrorKind::TimedOut.into()))
            });
            tokio::spawn(call).await.unwrap()
        }
    });
    call.nested_once().await.unwrap_err();
    assert_eq!(requests.load(Ordering::Relaxed), 15);
}

#[tokio::test(start_paused = true)]
async fn a_testing_scope_holds_outside_and_inside() {
    let around = Scope::new();
    around.run(outer()).await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 5);
    let ends: Vec<_> = around.trace().calls().iter().map(|call| (call.attempts(), call.end())).collect();
    let gave_up = |attempts| (attempts, Some(retry_core::testing::End::GaveUp(GiveUpReason::Attempts)));
    assert_eq!(ends.iter().filter(|end| **end == gave_up(1)).count(), 5);
    assert_eq!(ends.iter().filter(|end| **end == gave_up(5)).count(), 1);

    let within = Scope::new().max_attempts(2);
    once(within.run(inner())).await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 1);
    within.run(outer()).await.unwrap_err();
    assert_eq!(REQUESTS.replace(0), 2);
}

#[test]
fn a_panic_leaves_the_scope() {
    std::panic::catch_unwind(|| once_blocking(|| panic!("in the scope"))).unwrap_err();
    inner_blocking().unwrap_err();
    assert_eq!(REQUESTS.replace(0), 3);
}
