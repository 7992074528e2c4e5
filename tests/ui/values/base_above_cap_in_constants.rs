use retry_core::retry;

use std::time::Duration;

const BASE: Duration = Duration::from_secs(60);

#[retry(base = BASE, cap = "10s")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
