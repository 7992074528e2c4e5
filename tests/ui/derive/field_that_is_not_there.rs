use std::time::Duration;

use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(retry_after = aftr)]
    Throttled { path: String, after: Duration },
    #[transient(retry_after = 2)]
    Slow(u8, Duration),
    #[transient(retry_after = after)]
    Tuple(Duration),
    #[transient(forward = cause)]
    Io { source: std::io::Error },
}

fn main() {}
