//! A closure whose future borrows what the closure has captured by `&mut`.

use retry_core::RetryPolicy;

struct Connection {
    sent: u32,
}

impl Connection {
    async fn send(&mut self) -> std::io::Result<u32> {
        self.sent += 1;
        Ok(self.sent)
    }

    async fn closure(&mut self, policy: RetryPolicy) -> std::io::Result<u32> {
        policy.retry(|| self.send()).await
    }

    async fn async_closure(&mut self, policy: RetryPolicy) -> std::io::Result<u32> {
        policy.retry(async || self.send().await).await
    }
}

fn main() {}
