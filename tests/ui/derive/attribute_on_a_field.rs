use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    Io {
        #[transient]
        source: std::io::Error,
    },
    Fmt(#[permanent] std::fmt::Error),
}

fn main() {}
