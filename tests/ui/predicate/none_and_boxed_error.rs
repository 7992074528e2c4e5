use retry_core::retry;

#[retry(attempts = 3)]
async fn fetch() -> Result<u32, Box<dyn std::error::Error>> {
    Ok(1)
}

fn main() {}
