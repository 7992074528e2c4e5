use retry_core::retry;

#[retry(attempts = 3)]
async fn fetch() {}

fn main() {}
