use retry_core::retry;

#[retry(base = 500u64, cap = 30.0f32, deadline = 1parsec, timeout = 2weeks)]
async fn durations() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = 6x, factor = 2x)]
async fn times() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = 6usize, factor = 2.0f32)]
async fn of_another_type() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
