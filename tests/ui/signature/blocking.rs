//! Functions that refuse `blocking`.

use std::pin::Pin;

use retry_core::retry;

#[retry(blocking)]
async fn async_fn() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(blocking)]
fn boxed_future() -> Pin<Box<dyn Future<Output = std::io::Result<u32>>>> {
    Box::pin(async move { Ok(1) })
}

#[retry(blocking)]
const fn const_fn() -> Result<u32, std::io::Error> {
    Ok(1)
}

#[retry(blocking)]
#[track_caller]
fn tracks_its_caller() -> Result<u32, std::io::Error> {
    Ok(1)
}

#[retry(blocking, timeout = "5s")]
fn with_a_timeout() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
