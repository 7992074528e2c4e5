use retry_core::retry;

#[retry(attempts = 3)]
fn fetch() -> impl Future<Output = std::io::Result<u32>> {
    std::future::ready(Ok(1))
}

fn main() {}
