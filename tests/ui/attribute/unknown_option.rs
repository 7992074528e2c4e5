//! An unknown option is answered with the nearest name, or with the option that does the same.

use retry_core::retry;

#[retry(colour = "red")]
async fn unlike_all_others() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(atempts = 3)]
async fn near_miss() -> std::io::Result<u32> {
    Ok(1)
}

// The function is still there, so this call is no second error.
async fn caller() -> std::io::Result<u32> {
    near_miss().await
}

#[retry(dedline = "1min")]
async fn misspelt() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(max_retries = 3, max_delay = "30s")]
async fn delays_from_elsewhere() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(
    max_elapsed_time = "1min",
    attempt_timeout = "5s",
    retry_if_result = |n| *n > 0,
    throttle = 3,
    on_exhausted = log
)]
async fn limits_from_elsewhere() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = limits_from_elsewhere();
}
