use retry_core::retry;

#[retry(cap = "18446744073709551615s 1000ms")]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
