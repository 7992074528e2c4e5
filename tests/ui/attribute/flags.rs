//! A flag has no value.

use retry_core::retry;

#[retry(blocking(true))]
fn called() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(blocking = true)]
fn with_value() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(blocking = true)]
async fn with_value_on_an_async_fn() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
