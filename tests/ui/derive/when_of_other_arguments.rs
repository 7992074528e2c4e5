use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(when = |code, body| *code >= 500)]
    TooMany(u16),
    #[transient(when = |code| *code >= 500)]
    TooFew(u16, String),
    #[transient(when = is_5xx)]
    ByValue(u16),
    #[transient(when = is_5xx)]
    ByValueAndMore(u16, String),
    #[transient(when = |code| code >= 500)]
    Reference(u16),
    #[transient(when = Self::is_bsy)]
    Misspelt,
}

impl ApiError {
    fn is_busy() -> bool {
        true
    }
}

fn is_5xx(code: u16) -> bool {
    code >= 500
}

#[derive(Transient)]
#[transient(when = is_5xx)]
struct Status(u16);

fn main() {}
