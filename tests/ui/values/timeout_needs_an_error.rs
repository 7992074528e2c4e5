//! An attempt that timed out returns an error, made from `TimedOut` by the error type or by `timed_out`.

use retry_core::retry;

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

fn main() {
    let _ = fetch();
}
