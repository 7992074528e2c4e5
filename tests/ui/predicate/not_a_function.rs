//! `transient` takes a function.

use retry_core::retry;

struct ApiError;

impl ApiError {
    fn is_transient(&self) -> bool {
        true
    }
}

#[retry(transient = true)]
async fn true_alone() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(transient = "ApiError::is_transient")]
async fn string() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(transient = 503)]
async fn number() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(transient = [503])]
async fn list() -> Result<u32, ApiError> {
    Ok(1)
}

fn main() {}
