//! `forward` needs a field whose type implements `Transient`.

use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(forward)]
    Fmt(std::fmt::Error),
}

struct Own;

#[derive(Transient)]
#[transient(forward)]
struct Wrapper(Own);

fn main() {}
