use retry_core::retry;

#[retry(attempts = 5_000_000_000)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
