//! `retry_after` reads a `Duration`, and `when` returns `bool` or `Verdict`.

use retry_core::Transient;

#[derive(Transient)]
enum Hints {
    #[transient(retry_after)]
    Seconds(u64),
    #[transient(retry_after = after)]
    Text { after: String },
}

#[derive(Transient)]
enum Answers {
    #[transient(when = |status| status.checked_sub(500))]
    Status(u16),
    #[transient(when = |_| {})]
    Unit(u16),
}

fn main() {}
