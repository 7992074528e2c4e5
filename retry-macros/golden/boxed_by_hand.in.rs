#[retry(attempts = unlimited, deadline = "1min", backoff = "fibonacci", jitter = 0.2, timeout = "5s", breaker = BREAKER)]
fn fetch<'a>(client: &'a mut Client, path: String) -> BoxFuture<'a, Result<Page, ApiError>> {
    let limit = client.limit();
    Box::pin(async move {
        let (connection, path) = (client.connect().await?, path.as_str());
        connection.get(path, limit).await
    })
}
