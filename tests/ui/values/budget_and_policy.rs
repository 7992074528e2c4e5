//! Values that `budget` and `policy` do not take.

use retry_core::{RetryBudget, retry};

#[retry(budget = RetryBudget::new(100, 0.1))]
async fn budget_made_in_place() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(policy = 3)]
async fn policy_as_number() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = budget_made_in_place();
}
