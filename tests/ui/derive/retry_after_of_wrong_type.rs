use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(retry_after)]
    Seconds(u64),
    #[transient(retry_after = after)]
    Text { after: String },
}

fn main() {}
