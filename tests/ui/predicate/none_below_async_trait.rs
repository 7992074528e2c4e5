use retry_core::retry;

use async_trait::async_trait;

struct ApiError;

impl ApiError {
    fn is_transient(&self) -> bool {
        true
    }
}

struct Client;

#[async_trait]
trait Fetch {
    async fn fetch(&self) -> Result<u32, ApiError>;
}

#[async_trait]
impl Fetch for Client {
    #[retry(attempts = 3)]
    async fn fetch(&self) -> Result<u32, ApiError> {
        Ok(1)
    }
}

fn main() {}
