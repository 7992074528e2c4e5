use retry_core::retry;

#[retry(attempts = 3)]
pub struct Client;

fn main() {}
