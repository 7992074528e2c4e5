use retry_core::retry;

#[retry(attempts = 3)]
async fn fetch(early: bool) -> std::io::Result<u32> {
    if early {
        return Ok("one");
    }
    Ok(1)
}

fn main() {}
