//! No setting of the schedule may stand beside `policy`.

use retry_core::{RetryPolicy, retry};

const POLICY: RetryPolicy = RetryPolicy::builder().build_const();

#[retry(policy = POLICY, attempts = 3, base = "1s")]
async fn two_settings() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(
    policy = POLICY,
    base = "1s",
    cap = "2s",
    factor = 3,
    backoff = "exponential",
    jitter = "full",
    attempts = 3,
    retry_after_cap = "1min"
)]
async fn every_setting() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(policy = RetryPolicy::default(), deadline = "1min", attempts = unlimited)]
async fn deadline() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = deadline();
}
