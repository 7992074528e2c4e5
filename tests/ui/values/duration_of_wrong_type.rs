use retry_core::retry;

const MILLIS: u64 = 500;

#[retry(base = MILLIS)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
