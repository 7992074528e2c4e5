//! Options are named, and commas separate them.

use retry_core::retry;

#[retry(base = "1s" attempts = 3)]
async fn no_comma() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "1s"; attempts = 3)]
async fn semicolon() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(3)]
async fn value_without_a_name() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
