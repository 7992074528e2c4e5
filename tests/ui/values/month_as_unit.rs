use retry_core::retry;

#[retry(base = "1M")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
