//! A function is async, or its attribute says `blocking`.

use retry_core::retry;

#[retry()]
fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
