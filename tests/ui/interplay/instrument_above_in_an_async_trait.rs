use retry_core::retry;

use async_trait::async_trait;

#[async_trait]
trait Source {
    async fn fetch(&mut self) -> std::io::Result<u32>;
}

#[async_trait]
impl Source for u32 {
    #[tracing::instrument(skip_all)]
    #[retry(attempts = 3)]
    async fn fetch(&mut self) -> std::io::Result<u32> {
        *self += 1;
        Ok(*self)
    }
}

fn main() {}
