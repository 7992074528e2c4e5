#[derive(Transient)]
enum BillingError<E> {
    #[transient(retry_after = aftr)]
    Throttled { after: Duration },
    #[transient(fwd)]
    Transport(E),
}
