use retry_core::retry;

use std::future::ready;
use std::rc::Rc;

#[retry(attempts = 3)]
async fn fetch() -> std::io::Result<u32> {
    let one = Rc::new(1);
    ready(()).await;
    ready(std::io::Result::Ok(())).await?;
    Ok(*one)
}

fn assert_send(_: impl Send) {}

fn main() {
    assert_send(fetch());
}
