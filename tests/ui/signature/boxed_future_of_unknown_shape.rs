use retry_core::retry;

use std::pin::Pin;

#[retry(attempts = 3)]
fn fetch() -> Pin<Box<dyn Future<Output = std::io::Result<u32>>>> {
    let future = Box::pin(async move { Ok(1) });
    future
}

fn main() {}
