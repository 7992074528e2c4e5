use retry_core::retry;

#[retry(backoff = "linear", factor = 2)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
