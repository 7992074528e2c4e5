use retry_core::retry;

use std::time::Duration;

#[retry(policy = Duration::from_secs(1))]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
