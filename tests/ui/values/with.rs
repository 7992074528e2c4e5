//! Values that `with` does not take, and keys that are refused beside it.

use retry_core::retry;

#[retry(with = Retrier::new(RetryPolicy::default()))]
async fn made_in_place() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(with = "RETRIES")]
async fn text() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(with = RETRIES, attempts = 3, jitter = "equal")]
async fn schedule() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(blocking, with = RETRIES, timed_out = MyErr::from)]
fn no_attempt_is_ended() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(with = RETRIES, timeout = None, timed_out = MyErr::from)]
async fn no_timeout() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = made_in_place();
}
