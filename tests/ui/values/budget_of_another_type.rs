use retry_core::retry;

static BUDGET: u32 = 100;

#[retry(budget = BUDGET)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = fetch();
}
