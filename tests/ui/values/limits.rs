//! `deadline` and `timeout` are longer than zero, and the timeout is within the deadline.

use retry_core::retry;

#[retry(deadline = "0s", timeout = "0ms")]
async fn no_time() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(timeout = "1min", deadline = "30s")]
async fn timeout_above_deadline() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
