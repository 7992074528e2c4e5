use retry_core::retry;

use std::time::Duration;

struct Client {
    base: Duration,
}

impl Client {
    #[retry(base = self.base, attempts = 3)]
    async fn fetch(&self) -> std::io::Result<u32> {
        Ok(1)
    }
}

fn main() {}
