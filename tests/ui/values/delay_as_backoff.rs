use retry_core::retry;

#[retry(backoff = "100ms")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
