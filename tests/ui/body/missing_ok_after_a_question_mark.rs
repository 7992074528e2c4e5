use retry_core::retry;

#[retry(attempts = 3)]
async fn fetch() -> std::io::Result<u32> {
    let count: u32 = "1".parse().map_err(std::io::Error::other)?;
    count
}

fn main() {}
