//! A hook takes a reference to its event.

use retry_core::{RetryEvent, retry};

struct ApiError;

fn log_io_error(_: &RetryEvent<'_, std::io::Error>) {}

#[retry(transient = |_| true, on_retry = log_io_error)]
async fn another_error() -> Result<u32, ApiError> {
    Ok(1)
}

fn log(event: &RetryEvent<'_, std::io::Error>) {
    println!("{event}");
}

#[retry(on_retry = log, on_give_up = log)]
async fn another_event() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(on_retry = log, report = log)]
async fn report() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = another_event();
}
