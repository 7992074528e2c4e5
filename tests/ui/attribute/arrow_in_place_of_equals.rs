use retry_core::retry;

#[retry(attempts => 3)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
