use retry_core::retry;

#[retry(factor = 0.5)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
