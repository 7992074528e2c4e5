use retry_core::retry;

#[retry(max_retries = 3, max_delay = "30s")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
