use retry_core::Transient;

#[derive(Transient)]
#[transient(crate = "retry_core")]
enum ApiError {
    #[transient]
    Busy,
}

fn main() {}
