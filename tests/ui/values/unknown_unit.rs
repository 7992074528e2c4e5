use retry_core::retry;

#[retry(cap = "30 parsecs")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
