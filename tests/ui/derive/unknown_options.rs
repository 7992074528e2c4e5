//! An unknown option is answered with the nearest name, or with the option that does the same.

use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(retry_aftr = 0)]
    Throttled(std::time::Duration),
    #[transient(source)]
    Io(std::io::Error),
    #[transient(if = |status| *status >= 500)]
    Status(u16),
    #[transient(colour = "red")]
    Busy,
}

fn main() {}
