use retry_core::retry;

#[retry(attempts = tries)]
async fn fetch(tries: u32) -> std::io::Result<u32> {
    Ok(tries)
}

fn main() {}
