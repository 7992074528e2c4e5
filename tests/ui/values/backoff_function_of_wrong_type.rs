use retry_core::retry;

fn curve(attempt: u64) -> u64 {
    attempt
}

#[retry(backoff = curve)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
