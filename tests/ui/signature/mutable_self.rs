use retry_core::retry;

#[derive(Clone)]
struct Client(u32);

impl Client {
    #[retry(attempts = 3)]
    async fn fetch(mut self) -> std::io::Result<u32> {
        self.0 += 1;
        Ok(self.0)
    }
}

fn main() {}
