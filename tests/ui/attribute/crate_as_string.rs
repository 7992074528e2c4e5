use retry_core::retry;

#[retry(crate = "retry_core")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
