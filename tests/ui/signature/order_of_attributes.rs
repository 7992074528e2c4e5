//! An attribute that changes the function has to be below `#[retry]`.

use async_trait::async_trait;
use retry_core::retry;

#[tokio::test]
#[retry(attempts = 3)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

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

#[trait_variant::make(Send)]
trait Default {
    #[retry(attempts = 3)]
    async fn fetch(&self) -> std::io::Result<u32> {
        Ok(1)
    }
}

fn main() {}
