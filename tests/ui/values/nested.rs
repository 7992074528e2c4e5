//! `nested` has one value.

use retry_core::retry;

#[retry(nested = "twice")]
async fn another_limit() -> std::io::Result<()> {
    Ok(())
}

#[retry(nested = once)]
async fn without_quotes() -> std::io::Result<()> {
    Ok(())
}

#[retry(nested = 1)]
async fn a_number() -> std::io::Result<()> {
    Ok(())
}

#[retry(nested)]
async fn no_value() -> std::io::Result<()> {
    Ok(())
}

fn main() {}
