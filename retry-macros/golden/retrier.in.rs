#[retry(with = self.retries, on_give_up = |event| self.log(event), trace_error = false)]
async fn fetch(&self, path: &str) -> Result<Page, ApiError> {
    self.client.get(path).await
}
