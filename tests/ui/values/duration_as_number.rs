use retry_core::retry;

#[retry(base = 500, cap = 1.5)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
