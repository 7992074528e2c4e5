use std::time::Duration;

use retry_core::retry;

const NOW: Duration = Duration::ZERO;

#[retry(deadline = NOW)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = fetch();
}
