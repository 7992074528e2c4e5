//! Constants are checked when the compiler evaluates them.

use std::time::Duration;

use retry_core::{RetryPolicy, retry};

const MINUTE: Duration = Duration::from_secs(60);

#[retry(base = MINUTE, cap = "10s")]
async fn base_above_cap() -> std::io::Result<u32> {
    Ok(1)
}

const NOW: Duration = Duration::ZERO;

#[retry(deadline = NOW)]
async fn deadline_of_no_time() -> std::io::Result<u32> {
    Ok(1)
}

const ATTEMPTS: u32 = 0;

#[retry(attempts = ATTEMPTS)]
async fn no_attempts() -> std::io::Result<u32> {
    Ok(1)
}

const SECOND: Duration = Duration::from_secs(1);
const NONE: u32 = 0;

#[retry(base = SECOND, attempts = NONE)]
async fn two_constants() -> std::io::Result<u32> {
    Ok(1)
}

const POLICY: RetryPolicy =
    RetryPolicy::builder().base(Duration::from_secs(60)).cap(Duration::from_secs(1)).build_const();

#[retry(policy = POLICY)]
async fn impossible_policy() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = deadline_of_no_time();
}
