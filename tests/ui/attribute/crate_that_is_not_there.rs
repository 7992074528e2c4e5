use retry_core::retry;

#[retry(crate = ::retries)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
