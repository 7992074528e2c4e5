//! A misspelt method is reported at its name.

use retry_core::retry;

struct ApiError;

impl ApiError {
    fn is_transient(&self) -> bool {
        true
    }
}

#[retry(transient = ApiError::is_transent)]
async fn path() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(transient = |error| error.is_transent())]
async fn in_a_closure() -> Result<u32, ApiError> {
    Ok(1)
}

fn main() {}
