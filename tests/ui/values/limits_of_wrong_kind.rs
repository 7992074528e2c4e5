use retry_core::retry;

#[retry(deadline = "soon", timeout = 5, until = true, budget = "BUDGET")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
