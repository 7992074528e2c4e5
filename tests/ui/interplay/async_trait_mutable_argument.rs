use retry_core::retry;

use async_trait::async_trait;

struct Client;

#[async_trait]
trait Send {
    async fn send(&self, lines: Vec<String>) -> std::io::Result<usize>;
}

#[async_trait]
impl Send for Client {
    #[retry(attempts = 3)]
    async fn send(&self, mut lines: Vec<String>) -> std::io::Result<usize> {
        lines.push(String::new());
        Ok(lines.len())
    }
}

fn main() {}
