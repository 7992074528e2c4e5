use retry_core::retry;

#[retry(atempts = 3, base = "fast")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
