use retry_core::retry;

#[retry(attempts = 3)]
const LIMIT: u32 = 3;

fn main() {}
