use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(forward)]
    Busy,
    #[transient(forward)]
    Io { path: String, source: std::io::Error },
    #[transient(forward)]
    Pair(u8, std::io::Error),
    #[transient(retry_after)]
    Slow,
}

fn main() {}
