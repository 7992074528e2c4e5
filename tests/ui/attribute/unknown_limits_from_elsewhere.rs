use retry_core::retry;

#[retry(max_elapsed_time = "1min", attempt_timeout = "5s", retry_if_result = |n| *n > 0, throttle = 3, on_exhausted = log)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = fetch();
}
