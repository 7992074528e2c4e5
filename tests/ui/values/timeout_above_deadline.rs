use retry_core::retry;

#[retry(timeout = "1min", deadline = "30s")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
