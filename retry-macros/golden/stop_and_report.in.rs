#[retry(budget = self.budget, stop = self.shutdown.cancelled(), report = |report| self.note(report))]
async fn fetch(&self, path: &str) -> Result<String, ApiError> {
    self.client.get(path).await
}
