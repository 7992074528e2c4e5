//! A function that returns a future is retried only if the attribute sees the future's body.

use std::pin::Pin;

use retry_core::retry;

#[retry(attempts = 3)]
fn made_before() -> Pin<Box<dyn Future<Output = std::io::Result<u32>>>> {
    let future = Box::pin(async move { Ok(1) });
    future
}

#[retry(attempts = 3)]
fn returned_early(cached: Option<u32>) -> Pin<Box<dyn Future<Output = std::io::Result<u32>>>> {
    let Some(missing) = cached else { return Box::pin(async move { Ok(1) }) };
    Box::pin(async move { Ok(missing) })
}

#[retry(attempts = 3)]
fn fetch() -> impl Future<Output = std::io::Result<u32>> {
    std::future::ready(Ok(1))
}

fn main() {}
