//! `transient` returns `bool` or `Verdict`, and `until` returns `bool`.

use retry_core::retry;

struct ApiError;

#[retry(transient = |_| Some(true))]
async fn option() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(transient = |_| {})]
async fn nothing() -> Result<u32, ApiError> {
    Ok(1)
}

async fn is_transient(_: &ApiError) -> bool {
    true
}

#[retry(transient = is_transient)]
async fn future() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(until = |numbers| numbers.first())]
async fn until() -> std::io::Result<Vec<u32>> {
    Ok(vec![1])
}

fn main() {
    let _ = until();
}
