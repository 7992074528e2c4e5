use retry_core::retry;

#[retry(backoff = ["100ms", "1min"], cap = "10s")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
