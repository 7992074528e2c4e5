//! The base is at most the cap.

use retry_core::retry;

#[retry(base = "1min", cap = "10s")]
async fn both_written() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "1min")]
async fn default_cap() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(cap = "100ms")]
async fn default_base() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
