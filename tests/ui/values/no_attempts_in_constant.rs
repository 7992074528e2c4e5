use retry_core::retry;

const ATTEMPTS: u32 = 0;

#[retry(attempts = ATTEMPTS)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
