use retry_core::retry;

#[retry(context = self)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
