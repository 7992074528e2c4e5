use retry_core::{RetryPolicy, retry};

#[retry(policy = RetryPolicy::default(), deadline = "1min", attempts = unlimited)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = fetch();
}
