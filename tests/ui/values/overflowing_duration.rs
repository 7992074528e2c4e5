use retry_core::retry;

#[retry(cap = "99999999999999999999s")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
