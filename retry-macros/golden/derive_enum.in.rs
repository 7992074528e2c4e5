#[derive(Transient)]
enum BillingError<E, const N: usize> {
    #[transient]
    Busy,
    #[transient(retry_after = after)]
    Throttled { path: String, after: Duration },
    #[transient(forward)]
    Transport(Box<E>),
    #[transient(when = |status, body| *status >= 500 && body.is_empty())]
    Status(u16, [u8; N]),
    Declined,
}
