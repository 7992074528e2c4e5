//! An attribute that changes the function stands below `#[retry]`.

use retry_core::retry;

#[tokio::test]
#[retry(attempts = 3)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

struct Client(u32);

impl Client {
    #[tracing::instrument(skip_all)]
    #[retry(attempts = 3)]
    async fn fetch(&mut self) -> std::io::Result<u32> {
        self.0 += 1;
        Ok(self.0)
    }
}

fn main() {}
