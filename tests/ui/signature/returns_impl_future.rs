use retry_core::retry;

#[retry(attempts = 3)]
fn fetch() -> impl Future<Output = std::io::Result<u32>> {
    async { Ok(1) }
}

fn main() {}
