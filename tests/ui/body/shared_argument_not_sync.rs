use retry_core::retry;

use std::cell::Cell;
use std::future::ready;

#[retry(attempts = 3)]
async fn fetch(count: Cell<u32>) -> std::io::Result<u32> {
    ready(std::io::Result::Ok(())).await?;
    Ok(count.get())
}

fn assert_send(_: impl Send) {}

fn main() {
    assert_send(fetch(Cell::new(1)));
}
