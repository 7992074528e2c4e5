//! A hook is a closure with one argument, and is called without `await`.

use retry_core::retry;

async fn tell(_line: String) {}

#[retry(on_retry = async |event| tell(event.to_string()).await)]
async fn async_closure() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(on_give_up = |event| async move { tell(event.to_string()).await })]
async fn async_block() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(on_retry = |event| tell(event.to_string()).await)]
async fn awaits() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(transient = |_| true, on_retry = |error, delay| println!("{error}, again in {delay:?}"))]
async fn two_arguments() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(on_give_up = || println!("it is over"), blocking)]
fn no_argument() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(report = |report, outcome| println!("{report}"))]
async fn report_of_two_arguments() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(report = async |report| tell(report.to_string()).await)]
async fn report_that_waits() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
