use retry_core::retry;

#[retry(attempts = 3)]
enum Kind {}

fn main() {}
