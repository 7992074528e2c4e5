use retry_core::Transient;

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
