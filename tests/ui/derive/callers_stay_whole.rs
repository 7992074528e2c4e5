//! A mistake in the derive causes no error where the type is used.

use retry_core::{Transient, Verdict, retry};

#[derive(Debug, Transient)]
enum ApiError {
    #[transient(when = |status| *status >= 500, forwrd)]
    Status(u16),
}

#[retry]
async fn fetch() -> Result<u32, ApiError> {
    Err(ApiError::Status(503))
}

fn ask<E: Transient>(error: &E) -> bool {
    error.verdict() == Verdict::Transient
}

fn main() {
    ask(&ApiError::Status(1));
    drop(fetch());
}
