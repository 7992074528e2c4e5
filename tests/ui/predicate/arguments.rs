//! `transient` takes a reference to the error, and `until` one to the value.

use retry_core::retry;

struct ApiError;

fn is_timeout(_: &std::io::Error) -> bool {
    true
}

#[retry(transient = is_timeout)]
async fn another_type() -> Result<u32, ApiError> {
    Ok(1)
}

fn is_transient(_: ApiError) -> bool {
    true
}

#[retry(transient = is_transient)]
async fn by_value() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(transient = || true)]
async fn no_argument() -> Result<u32, ApiError> {
    Ok(1)
}

fn is_ready(status: &String) -> bool {
    status == "ready"
}

#[retry(until = is_ready)]
async fn until() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(transient = retry_core::chain::verdict)]
async fn chain_of_a_known_type() -> Result<u32, ApiError> {
    Ok(1)
}

fn main() {
    let _ = until();
}
