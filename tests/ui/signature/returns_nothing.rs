//! A function that returns nothing has no error to judge.

use retry_core::retry;

#[retry(attempts = 3)]
async fn fetch() {}

struct Client;

impl Client {
    #[retry(attempts = 3)]
    async fn fetch() -> () {}
}

fn main() {}
