use retry_core::retry;

#[retry(attempts = 3, transient =)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
