use retry_core::retry;

#[retry(blocking)]
#[track_caller]
fn fetch() -> Result<u32, std::io::Error> {
    Ok(1)
}

fn main() {}
