use retry_core::retry;

fn consume(_line: String) {}

#[retry(attempts = 3)]
async fn send(line: String) -> std::io::Result<()> {
    consume(line);
    Ok(())
}

fn main() {}
