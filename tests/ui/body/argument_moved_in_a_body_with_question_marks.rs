use retry_core::retry;

fn consume(_line: String) -> std::io::Result<()> {
    Ok(())
}

#[retry(attempts = 3)]
async fn send(line: String) -> std::io::Result<()> {
    consume(line)?;
    Ok(())
}

fn main() {}
