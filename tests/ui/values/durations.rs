//! A duration is a string of numbers with units.

use retry_core::retry;

#[retry(base = 500, cap = 1.5)]
async fn number() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = -1)]
async fn negative_number() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "500")]
async fn without_unit() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "1s 500")]
async fn unit_missing_behind_a_unit() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(cap = "30 parsecs")]
async fn unknown_unit() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "1M")]
async fn month() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "1,5s")]
async fn comma() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "")]
async fn empty() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "fast")]
async fn word() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(base = "-1s")]
async fn negative() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(cap = "99999999999999999999s")]
async fn overflow() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(cap = "18446744073709551615s 1000ms")]
async fn overflow_in_the_sum() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
