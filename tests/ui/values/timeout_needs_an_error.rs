//! An attempt that timed out returns an error, made from `TimedOut` by the error type or by `timed_out`.

use std::time::Duration;

use retry_core::{Retrier, RetryPolicy, retry};

#[derive(Debug)]
struct ApiError;

#[retry(timeout = "5s", transient = |_| true)]
async fn fetch() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(timeout = "5s", timed_out = |_| "slow", transient = |_| true)]
async fn another_error() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(timeout = "5s", timed_out = || ApiError, transient = |_| true)]
async fn without_argument() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(timeout = "5s", timed_out = ApiError, transient = |_| true)]
async fn value() -> Result<u32, ApiError> {
    Ok(1)
}

static RETRIES: Retrier = Retrier::new(RetryPolicy::builder().build_const());

#[retry(with = RETRIES, transient = |_| true)]
async fn shared() -> Result<u32, ApiError> {
    Ok(1)
}

async fn closure() -> Result<u32, ApiError> {
    RETRIES.retry(async || Err(ApiError)).transient(|_| true).await
}

async fn lending_closure() -> Result<u32, ApiError> {
    let call = RetryPolicy::default().retry_async_closure(async || Err(ApiError)).transient(|_| true);
    call.timeout(Duration::from_secs(5)).run().await
}

fn main() {
    let _ = fetch();
}
