use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient = "forward"]
    Io(std::io::Error),
    #[permanent(forward)]
    Fmt(std::fmt::Error),
    #[transient("forward")]
    Other(std::io::Error),
    #[transient(when)]
    Status(u16),
    #[transient(when == is_busy)]
    Code(u16),
}

fn main() {}
