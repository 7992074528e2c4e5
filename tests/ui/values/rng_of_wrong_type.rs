use retry_core::retry;

fn seed() -> u64 {
    7
}

#[retry(rng = seed())]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
