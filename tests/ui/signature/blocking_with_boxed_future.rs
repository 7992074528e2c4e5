use retry_core::retry;

use std::pin::Pin;

#[retry(blocking)]
fn fetch() -> Pin<Box<dyn Future<Output = std::io::Result<u32>>>> {
    Box::pin(async move { Ok(1) })
}

fn main() {}
