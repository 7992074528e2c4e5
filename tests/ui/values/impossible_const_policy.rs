use retry_core::retry;

use retry_core::RetryPolicy;
use std::time::Duration;

const POLICY: RetryPolicy =
    RetryPolicy::builder().base(Duration::from_secs(60)).cap(Duration::from_secs(1)).build_const();

#[retry(policy = POLICY)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
