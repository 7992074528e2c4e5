//! The body's value has another type than the signature says.

use retry_core::retry;

#[retry(attempts = 3)]
async fn missing_ok() -> std::io::Result<u32> {
    1
}

#[retry(attempts = 3)]
async fn missing_ok_after_a_question_mark() -> std::io::Result<u32> {
    let count: u32 = "1".parse().map_err(std::io::Error::other)?;
    count
}

#[retry(attempts = 3)]
async fn stray_semicolon() -> std::io::Result<u32> {
    Ok(1);
}

#[retry(attempts = 3)]
async fn wrong_value() -> std::io::Result<u32> {
    Ok("one")
}

#[retry(attempts = 3)]
async fn wrong_return_among_right_ones(early: bool) -> std::io::Result<u32> {
    if early {
        return Ok("one");
    }
    Ok(1)
}

fn main() {}
