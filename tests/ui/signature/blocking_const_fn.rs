use retry_core::retry;

#[retry(blocking)]
const fn fetch() -> Result<u32, std::io::Error> {
    Ok(1)
}

fn main() {}
