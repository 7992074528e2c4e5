//! A function is async, or its attribute says `blocking`.

use retry_core::retry;

#[retry()]
fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(attempts = 3)]
#[test]
fn a_test() -> std::io::Result<()> {
    block_on(async { Ok(()) })
}

fn main() {}
