use retry_core::retry;

#[retry(deadline = "0s", timeout = "0ms")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
