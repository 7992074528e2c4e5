//! A generic error is `Transient` if its parameter is.

use retry_core::Transient;

#[derive(Transient)]
enum ApiError<E> {
    #[transient(forward)]
    Wrapped(E),
}

struct Mute;

fn ask(error: &impl Transient) {
    let _ = error.verdict();
}

fn main() {
    ask(&ApiError::Wrapped(Mute));
}
