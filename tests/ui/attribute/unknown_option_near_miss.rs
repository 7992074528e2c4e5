use retry_core::retry;

#[retry(atempts = 3)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

// Stays callable: no second error here.
async fn caller() -> std::io::Result<u32> {
    fetch().await
}

fn main() {}
