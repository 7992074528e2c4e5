//! An option and its value are joined by `=`.

use retry_core::retry;

#[retry(attempts => 3)]
async fn arrow() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts: 3)]
async fn colon() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts == 3)]
async fn equality() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts(3))]
async fn called_like_a_function() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
