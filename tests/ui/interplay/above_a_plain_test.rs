use retry_core::retry;

#[retry(attempts = 3)]
#[test]
fn fetch() -> std::io::Result<()> {
    block_on(async { Ok(()) })
}

fn main() {}
