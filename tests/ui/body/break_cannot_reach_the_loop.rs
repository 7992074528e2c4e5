//! `break` in the body does not reach the loop around it.

use retry_core::retry;

#[retry(attempts = 3)]
async fn fetch() -> std::io::Result<u32> {
    if true {
        break;
    }
    Ok(1)
}

fn main() {}
