use retry_core::retry;

#[retry(dedline = "1min")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
