use retry_core::retry;

#[retry(jitter = "decorrelated", backoff = "linear")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
