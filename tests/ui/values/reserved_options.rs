use retry_core::retry;

#[retry(deadline = "1min", timeout = "5s", until = |n| *n > 0, budget = BUDGET, on_give_up = |_| {})]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
