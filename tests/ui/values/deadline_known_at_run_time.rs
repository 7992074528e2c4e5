use std::time::Duration;

use retry_core::retry;

#[retry(deadline = within)]
async fn fetch(within: Duration) -> std::io::Result<u32> {
    Ok(within.as_secs() as u32)
}

fn main() {
    let _ = fetch(Duration::ZERO);
}
