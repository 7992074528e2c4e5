use retry_core::retry;

fn nap(_: u64) {}

#[retry(sleep = nap)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
