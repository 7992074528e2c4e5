//! Every option but a flag has a value.

use retry_core::retry;

#[retry(base, attempts = 3)]
async fn option_alone() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base =, attempts = 3)]
async fn nothing_after_the_equals_sign() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = 3, transient =)]
async fn nothing_at_the_end() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(transient = |error|, attempts = 3)]
async fn half_a_closure() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
