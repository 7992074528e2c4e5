use retry_core::retry;

#[retry(backoff = ["100ms", "1", "fast"])]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
