//! A function that returns an `Option` has no error to judge.

use retry_core::retry;

#[retry(attempts = 3)]
async fn fetch() -> Option<u32> {
    None
}

fn main() {}
