use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
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

fn main() {}
