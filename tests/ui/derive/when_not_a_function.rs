use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(when = true)]
    Busy,
    #[transient(when = "Self::is_5xx")]
    Status(u16),
    #[transient(when = 500)]
    Code(u16),
}

fn main() {}
