use retry_core::retry;

#[retry(colour = "red")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
