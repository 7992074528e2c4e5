use retry_core::retry;

struct ApiError;

impl ApiError {
    fn is_transient(&self) -> bool {
        true
    }
}

#[retry(transient = || true)]
async fn fetch() -> Result<u32, ApiError> {
    Ok(1)
}

fn main() {}
