use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(when = |status| status.checked_sub(500))]
    Status(u16),
    #[transient(when = |_| {})]
    Unit(u16),
}

fn main() {}
