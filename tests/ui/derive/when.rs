//! `when` takes a function, whose arguments are the fields.

use retry_core::Transient;

#[derive(Transient)]
enum Values {
    #[transient(when = true)]
    Busy,
    #[transient(when = "Self::is_5xx")]
    Status(u16),
    #[transient(when = 500)]
    Code(u16),
}

#[derive(Transient)]
enum ApiError {
    #[transient(when = |code| *code >= self.limit())]
    Status(u16),
}

#[derive(Transient)]
#[transient(when = |_| self.0 >= 500)]
struct Status(u16);

impl ApiError {
    fn limit(&self) -> u16 {
        500
    }
}

fn main() {}
