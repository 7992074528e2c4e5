use retry_core::retry;

#[retry(attempts = 3)]
async fn send(mut lines: Vec<String>) -> std::io::Result<usize> {
    lines.push(String::new());
    Ok(lines.len())
}

fn main() {}
