//! `policy` takes a `RetryPolicy` that is built.

use std::time::Duration;

use retry_core::{RetryPolicy, retry};

#[retry(policy = Duration::from_secs(1))]
async fn duration() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(policy = RetryPolicy::builder().attempts(3))]
async fn unbuilt() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
