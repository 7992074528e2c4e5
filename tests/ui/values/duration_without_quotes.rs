use retry_core::retry;

#[retry(base = 500ms, cap = 30s, deadline = 1h, timeout = 5m, retry_after_cap = 1min)]
async fn whole() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = 1_000ms, cap = 0.5h, deadline = 1e3s, timeout = 1h30min)]
async fn otherwise_written() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = 1s 500ms, cap = 30 s, attempts = 3)]
async fn in_parts() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(backoff = [100ms, 1s])]
async fn listed() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(backoff = 100ms)]
async fn not_listed() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
