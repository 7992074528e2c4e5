//! The schedule has constants alone, and refuses values that are known at run time.

use std::time::Duration;

use retry_core::retry;

#[retry(attempts = tries)]
async fn parameter(tries: u32) -> std::io::Result<u32> {
    Ok(tries)
}

#[retry(deadline = within)]
async fn deadline(within: Duration) -> std::io::Result<u32> {
    Ok(within.as_secs() as u32)
}

struct Client {
    base: Duration,
}

impl Client {
    #[retry(base = self.base, attempts = 3)]
    async fn fetch(&self) -> std::io::Result<u32> {
        Ok(1)
    }
}

fn main() {
    let _ = deadline(Duration::ZERO);
}
