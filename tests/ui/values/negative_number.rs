use retry_core::retry;

#[retry(base = -1)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
