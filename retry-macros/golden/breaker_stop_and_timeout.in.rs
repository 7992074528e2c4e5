#[retry(
    backoff = ["1s", Self::LATER],
    deadline = "1min",
    timeout = "5s",
    timed_out = ApiError::from_timed_out,
    breaker = self.breaker,
    breaker_open = ApiError::from_breaker_open,
    stop = self.shutdown.cancelled(),
    until = |page| page.is_ready(),
    context = attempt,
    nested = "once",
    sleep = self.sleep
)]
async fn fetch(&self, path: &str) -> Result<Page, ApiError> {
    self.client.get(path, attempt.number).await
}
