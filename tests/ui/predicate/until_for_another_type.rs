use retry_core::retry;

fn is_ready(status: &String) -> bool {
    status == "ready"
}

#[retry(until = is_ready)]
async fn poll() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = poll();
}
