use retry_core::retry;

struct Client;

#[retry(attempts = 3)]
impl Client {}

fn main() {}
