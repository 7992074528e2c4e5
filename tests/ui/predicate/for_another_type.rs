use retry_core::retry;

struct ApiError;

impl ApiError {
    fn is_transient(&self) -> bool {
        true
    }
}

fn is_timeout(_: &std::io::Error) -> bool {
    true
}

#[retry(transient = is_timeout)]
async fn fetch() -> Result<u32, ApiError> {
    Ok(1)
}

fn main() {}
