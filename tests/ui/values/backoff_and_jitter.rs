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

#[retry(jitter = 20)]
async fn jitter_as_percentage() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(jitter = -0.1)]
async fn negative_share() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(jitter = "0.2")]
async fn share_in_quotes() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(jitter = 0.2f32)]
async fn share_of_another_type() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(jitter = true)]
async fn jitter_as_flag() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
