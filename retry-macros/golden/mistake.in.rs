#[retry(atempts = 3, base = "fast")]
async fn fetch(path: &str) -> Result<String, Error> {
    get(path).await
}
