//! Without `transient` the error type has to implement `Transient`.

use async_trait::async_trait;
use retry_core::{RetryPolicy, retry};

struct ApiError;

#[retry(attempts = 3)]
async fn of_a_type_of_our_own() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(attempts = 3)]
async fn boxed() -> Result<u32, Box<dyn std::error::Error>> {
    Ok(1)
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

#[allow(unused)]
async fn caller() -> Result<(), ApiError> {
    RetryPolicy::default().retry(|| async { Err::<(), _>(ApiError) }).await
}

fn main() {}
