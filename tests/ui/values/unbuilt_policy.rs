use retry_core::retry;

use retry_core::RetryPolicy;

#[retry(policy = RetryPolicy::builder().attempts(3))]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
