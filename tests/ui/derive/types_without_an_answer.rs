//! A struct has to say when it is transient, and a union cannot.

use retry_core::Transient;

#[derive(Transient)]
struct ApiError {
    status: u16,
    body: String,
}

#[derive(Transient)]
struct Wrapper(std::io::Error);

#[derive(Transient)]
struct Context {
    path: String,
    source: std::io::Error,
}

#[derive(Transient)]
union Bits {
    number: u32,
}

fn main() {}
