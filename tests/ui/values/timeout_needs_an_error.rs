//! An attempt that timed out returns an error, so the error type has to be made from `TimedOut`.

use retry_core::retry;

#[derive(Debug)]
struct ApiError;

#[retry(timeout = "5s", transient = |_| true)]
async fn fetch() -> Result<u32, ApiError> {
    Ok(1)
}

fn main() {
    let _ = fetch();
}
