//! A factor is a finite number of at least 1.

use retry_core::retry;

#[retry(factor = 0.5)]
async fn below_one() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(factor = -2)]
async fn negative() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(factor = "2")]
async fn string() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
