//! All mistakes are reported at once.

use retry_core::retry;

#[retry(atempts = 3, base = "fast")]
async fn in_the_options() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = 0)]
fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
