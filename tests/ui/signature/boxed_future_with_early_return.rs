use retry_core::retry;

use std::pin::Pin;

#[retry(attempts = 3)]
fn fetch(cached: Option<u32>) -> Pin<Box<dyn Future<Output = std::io::Result<u32>>>> {
    let Some(missing) = cached else { return Box::pin(async move { Ok(1) }) };
    Box::pin(async move { Ok(missing) })
}

fn main() {}
