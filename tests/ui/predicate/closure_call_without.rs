use retry_core::RetryPolicy;

struct ApiError;

#[allow(unused)]
async fn caller() -> Result<(), ApiError> {
    RetryPolicy::default().retry(|| async { Err::<(), _>(ApiError) }).await
}

fn main() {}
