use retry_core::retry;

#[retry(budget = BUDGET)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = fetch();
}
