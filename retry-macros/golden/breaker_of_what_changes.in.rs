#[retry(policy = self.policy, timeout = self.patience, breaker = self.breaker)]
async fn fetch(&mut self, path: &str) -> Result<Page, ApiError> {
    self.client.get(path).await
}
