use retry_core::retry;

#[retry(jitter = "decorrelated", factor = 3)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
