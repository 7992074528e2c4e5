use retry_core::retry;

#[retry(attempts = 3)]
trait Client {}

fn main() {}
