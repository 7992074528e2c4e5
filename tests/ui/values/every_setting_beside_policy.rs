use retry_core::retry;

use retry_core::RetryPolicy;

const POLICY: RetryPolicy = RetryPolicy::builder().build_const();

#[retry(policy = POLICY, base = "1s", cap = "2s", factor = 3, backoff = "exponential", jitter = "full", attempts = 3, retry_after_cap = "1min")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
