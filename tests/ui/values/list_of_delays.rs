//! Delays are in a list, each of them is a duration, and none is above the cap.

use retry_core::retry;

#[retry(backoff = [])]
async fn empty() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(backoff = ["100ms", "1", "fast"])]
async fn mistakes() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(backoff = ["100ms", "1min"], cap = "10s")]
async fn above_the_cap() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(backoff = "100ms")]
async fn without_a_list() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
