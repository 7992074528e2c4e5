use retry_core::retry;

#[retry(blocking, timeout = "5s")]
fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
