use retry_core::retry;

use std::time::Duration;

fn curve(_: u32) -> Duration {
    Duration::ZERO
}

#[retry(base = "1s", backoff = curve)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
