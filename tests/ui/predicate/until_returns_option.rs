use retry_core::retry;

#[retry(until = |numbers| numbers.first())]
async fn poll() -> std::io::Result<Vec<u32>> {
    Ok(vec![1])
}

fn main() {
    let _ = poll();
}
