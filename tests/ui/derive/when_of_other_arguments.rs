//! A `when` takes a reference to each field.

use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(when = |code, body| *code >= 500)]
    TooMany(u16),
    #[transient(when = |code| *code >= 500)]
    TooFew(u16, String),
    #[transient(when = is_5xx)]
    ByValue(u16),
    #[transient(when = str::is_empty)]
    Text(String),
    #[transient(when = above(500))]
    Captures(u16),
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

fn above(limit: u16) -> impl Fn(&u16) -> bool {
    move |code| *code >= limit
}

fn is_5xx(code: u16) -> bool {
    code >= 500
}

#[derive(Transient)]
#[transient(when = is_5xx)]
struct Status(u16);

fn main() {}
