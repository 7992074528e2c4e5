use retry_core::retry;

use retry_core::RetryPolicy;

const POLICY: RetryPolicy = RetryPolicy::builder().build_const();

#[retry(policy = POLICY, attempts = 3, base = "1s")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
