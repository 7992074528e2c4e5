//! `stop` is a future, and in a blocking function a closure.

use retry_core::retry;

struct Shutdown;

impl Shutdown {
    fn is_cancelled(&self) -> bool {
        true
    }
}

#[retry(stop = || shutdown.is_cancelled())]
async fn closure(shutdown: &Shutdown) -> std::io::Result<u32> {
    Ok(u32::from(shutdown.is_cancelled()))
}

#[retry(stop = "shutdown")]
async fn string(shutdown: &Shutdown) -> std::io::Result<u32> {
    Ok(u32::from(shutdown.is_cancelled()))
}

#[retry(blocking, stop = shutdown.is_cancelled())]
fn answer(shutdown: &Shutdown) -> std::io::Result<u32> {
    Ok(u32::from(shutdown.is_cancelled()))
}

fn main() {}
