use retry_core::Transient;

#[derive(Transient)]
#[transient(forward)]
enum ApiError {
    Io(std::io::Error),
}

#[derive(Transient)]
enum Renamed {
    #[transient(crate = retry_core)]
    Busy,
}

fn main() {}
