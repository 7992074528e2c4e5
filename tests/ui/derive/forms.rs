//! `#[transient]` and `#[permanent]` have one form and one place, and stand once.

use retry_core::Transient;

#[derive(Transient)]
enum Forms {
    #[transient = "forward"]
    Io(std::io::Error),
    #[permanent(forward)]
    Fmt(std::fmt::Error),
    #[transient("forward")]
    Other(std::io::Error),
    #[transient(when)]
    Status(u16),
    #[transient(when == is_busy)]
    Code(u16),
}

#[derive(Transient)]
enum Repetitions {
    #[transient]
    #[permanent]
    Both,
    #[transient]
    #[transient(forward)]
    Twice(std::io::Error),
    #[transient(forward, when = |_| true)]
    TwoAnswers(std::io::Error),
    #[transient(forward, forward)]
    SameOption(std::io::Error),
}

#[derive(Transient)]
enum Fields {
    Io {
        #[transient]
        source: std::io::Error,
    },
    Fmt(#[permanent] std::fmt::Error),
}

#[derive(Transient)]
#[transient(forward)]
enum Whole {
    Io(std::io::Error),
}

#[derive(Transient)]
enum Renamed {
    #[transient(crate = retry_core)]
    Busy,
}

#[derive(Transient)]
#[transient(crate = "retry_core")]
enum InQuotes {
    #[transient]
    Busy,
}

fn main() {}
