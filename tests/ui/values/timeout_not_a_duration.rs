use retry_core::retry;

struct Client {
    timeout_ms: u64,
}

impl Client {
    #[retry(timeout = self.timeout_ms)]
    async fn fetch(&self) -> std::io::Result<u32> {
        Ok(1)
    }
}

fn main() {
    let _ = Client { timeout_ms: 1 }.fetch();
}
