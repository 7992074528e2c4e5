use retry_core::{RetryBudget, retry};

#[retry(budget = RetryBudget::new(100, 0.1))]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = fetch();
}
