#[derive(Transient)]
#[transient(crate = patience, when = Self::is_busy)]
struct StatusError {
    status: u16,
}
