//! An option is set once, and a function has one `#[retry]`.

use retry_core::retry;

#[retry(base = "1s", attempts = 3, base = "2s")]
async fn two_values() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base =, base = "1s")]
async fn the_first_has_no_value() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = 3)]
#[retry(attempts = 2)]
async fn two_retries() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
