//! A function without a body has nothing to retry.

use retry_core::retry;

trait Client {
    #[retry(attempts = 3)]
    async fn fetch(&self) -> std::io::Result<u32>;
}

fn main() {}
