use retry_core::retry;

#[tracing::instrument]
#[retry(attempts = 3)]
async fn send(line: String) -> std::io::Result<usize> {
    Ok(line.len())
}

fn main() {}
