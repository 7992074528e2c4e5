//! `backoff` and `jitter` are chosen by name.

use retry_core::retry;

#[retry(backoff = "exponental")]
async fn misspelt_backoff() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(backoff = 3)]
async fn backoff_as_number() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(jitter = "ful")]
async fn misspelt_jitter() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(jitter = Full)]
async fn jitter_as_path() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
