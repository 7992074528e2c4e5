#[retry(
    base = Self::BASE,
    cap = "10s",
    factor = 1.5,
    backoff = "exponential",
    jitter = "equal",
    attempts = 3,
    retry_after_cap = "1min",
    transient = |error| self.is_transient(error),
    on_retry = |event| self.log(event),
    name = "billing",
    context = attempt,
    rng = &mut *rng,
    sleep = self.sleep,
    crate = crate::reexports::retry_core
)]
#[tracing::instrument(skip_all)]
async fn post<'a, T: Serialize>(&'a mut self, bill: &T, rng: &mut impl Rng) -> Result<impl Iterator<Item = u32> + use<'a, T>, E> {
    #![allow(unused)]
    self.post_once(bill, attempt.number).await
}
