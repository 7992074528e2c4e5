use retry_core::retry;

#[retry(blocking = true)]
fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
