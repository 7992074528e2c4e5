//! The future is not `Send` if the body's is not.

use std::cell::Cell;
use std::future::ready;
use std::rc::Rc;

use retry_core::retry;

fn assert_send(_: impl Send) {}

#[retry(attempts = 3)]
async fn one_wait() -> std::io::Result<u32> {
    let one = Rc::new(1);
    ready(()).await;
    Ok(*one)
}

#[retry(attempts = 3)]
async fn with_question_mark() -> std::io::Result<u32> {
    let one = Rc::new(1);
    ready(()).await;
    ready(std::io::Result::Ok(())).await?;
    Ok(*one)
}

#[retry(attempts = 3)]
async fn shared_argument(count: Cell<u32>) -> std::io::Result<u32> {
    ready(std::io::Result::Ok(())).await?;
    Ok(count.get())
}

fn main() {
    assert_send(one_wait());
    assert_send(with_question_mark());
    assert_send(shared_argument(Cell::new(1)));
}
