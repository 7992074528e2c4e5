use retry_core::retry;

#[retry(base = "1s", attempts = 3, base = "2s")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
