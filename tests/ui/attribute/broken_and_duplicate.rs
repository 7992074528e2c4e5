use retry_core::retry;

#[retry(base =, base = "1s")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
