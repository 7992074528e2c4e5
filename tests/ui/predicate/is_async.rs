use retry_core::retry;

struct ApiError;

impl ApiError {
    fn is_transient(&self) -> bool {
        true
    }
}

async fn is_transient(_: &ApiError) -> bool {
    true
}

#[retry(transient = is_transient)]
async fn fetch() -> Result<u32, ApiError> {
    Ok(1)
}

fn main() {}
