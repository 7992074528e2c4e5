use retry_core::retry;

#[retry(sleep = std::thread::sleep)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
