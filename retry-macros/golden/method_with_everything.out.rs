impl Client {
    #[tracing::instrument(skip_all)]
    async fn post<'a, T: Serialize>(
        &'a mut self,
        bill: &T,
        rng: &mut impl Rng,
    ) -> Result<impl Iterator<Item = u32> + use<'a, T>, E> {
        #![allow(unused)]
        use crate::reexports::retry_core::__private as __retry;
        let __retry_policy = || const {
            &__retry::build(
                __retry::RetryPolicy::builder()
                    .base(Self::BASE)
                    .cap(__retry::Duration::new(10u64, 0u32))
                    .retry_after_cap(__retry::Duration::new(60u64, 0u32))
                    .factor(1.5f64)
                    .attempts(3u32)
                    .backoff(__retry::Backoff::Exponential)
                    .jitter(__retry::Jitter::Equal),
            )
        };
        let mut __retry_rng = __retry::generator(&mut *rng);
        let mut __retry_call = __retry::Call::new().timed();
        loop {
            let __retry_attempt = __retry::Call::attempt(
                &__retry_call,
                __retry_policy(),
            );
            let __retry_outcome = {
                let __retry_value;
                if false {
                    __retry_value = __retry::never();
                    return __retry_value;
                }
                __retry_value = match __retry_attempt {
                    _ if false => __retry::never(),
                    attempt => self.post_once(bill, attempt.number).await,
                };
                __retry_value
            };
            let __retry_result = __retry::Outcome::result(__retry_outcome);
            let __retry_judged = __retry::judge(
                __retry_result,
                |error| self.is_transient(error),
            );
            let __retry_site = __retry::Site {
                name: "billing",
                policy: __retry_policy(),
                budget: ::core::option::Option::None,
                rng: ::core::option::Option::Some(&mut __retry_rng),
            };
            let __retry_wait = match __retry::step(
                __retry_judged,
                &mut __retry_call,
                __retry_site,
                |__retry_next| {
                    __retry::on_retry(__retry_next, "billing", |event| self.log(event));
                },
            ) {
                __retry::Step::Return(__retry_outcome) => return __retry_outcome,
                __retry::Step::Wait(__retry_wait) => __retry_wait,
            };
            let __retry_pause = __retry::pause_with(&(self.sleep), __retry_wait);
            __retry_pause.await;
        }
    }
}
