use retry_core::retry;

#[retry(attempts = 0)]
fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
