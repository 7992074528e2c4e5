//! The number of attempts is a whole number of at least 1, or unlimited within a deadline.

use retry_core::retry;

#[retry(attempts = 0)]
async fn none() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = -1)]
async fn negative() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = 5_000_000_000)]
async fn more_than_32_bits() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = "3")]
async fn string() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = unlimited)]
async fn without_end() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
