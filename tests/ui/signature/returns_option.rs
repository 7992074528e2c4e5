use retry_core::retry;

#[retry(attempts = 3)]
async fn fetch() -> Option<u32> {
    None
}

fn main() {}
