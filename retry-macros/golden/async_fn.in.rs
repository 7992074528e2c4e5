#[retry(base = "100ms", cap = "2s", attempts = 4, transient = ApiError::is_transient)]
/// Fetches a page.
pub async fn fetch(client: &Client, path: &str) -> Result<String, ApiError> {
    let page = client.get(path).await?;
    Ok(page)
}
