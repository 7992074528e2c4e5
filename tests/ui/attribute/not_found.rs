//! What an option names has to be in scope.

use retry_core::retry;

#[retry(crate = ::retries)]
async fn no_crate() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(budget = BUDGET)]
async fn no_budget() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = no_budget();
}
