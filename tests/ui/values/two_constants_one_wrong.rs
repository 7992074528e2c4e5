use retry_core::retry;

use std::time::Duration;

const BASE: Duration = Duration::from_secs(1);
const ATTEMPTS: u32 = 0;

#[retry(base = BASE, attempts = ATTEMPTS)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
