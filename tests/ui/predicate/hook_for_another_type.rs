use retry_core::retry;

struct ApiError;

impl ApiError {
    fn is_transient(&self) -> bool {
        true
    }
}

fn log(_: &retry_core::RetryEvent<'_, std::io::Error>) {}

#[retry(transient = |_| true, on_retry = log)]
async fn fetch() -> Result<u32, ApiError> {
    Ok(1)
}

fn main() {}
