impl Client {
    #[tracing::instrument(skip_all)]
    async fn post<'a, T: Serialize>(
        &'a mut self,
        bill: &T,
        rng: &mut impl Rng,
    ) -> Result<impl Iterator<Item = u32> + use<'a, T>, E> {
        #![allow(unused)]
        use crate::reexports::retry_core::__private_0_1_0 as __retry;
        let __retry_settings = || const {
            &__retry::Settings::Policy {
                name: "billing",
                policy: __retry::build(
                    __retry::RetryPolicy::builder()
                        .base(Self::BASE)
                        .cap(__retry::Duration::new(10u64, 0u32))
                        .retry_after_cap(__retry::Duration::new(60u64, 0u32))
                        .factor(1.5f64)
                        .attempts(3u32)
                        .backoff(__retry::Backoff::Exponential)
                        .jitter(__retry::Jitter::Equal),
                ),
            }
        };
        let __retry_clock = __retry::Started::now();
        let mut __retry_rng = __retry::generator(&mut *rng);
        let mut __retry_call = __retry::Call::new();
        loop {
            let __retry_attempt = __retry::attempt(
                &__retry_call,
                __retry_settings(),
                &__retry_clock,
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
            let __retry_judged = __retry::judge(
                __retry_outcome,
                |error| self.is_transient(error),
            );
            let (__retry_judged, __retry_describe) = {
                use __retry::Probing as _;
                let (__retry_judged, __retry_probe) = __retry::probe(__retry_judged);
                (__retry_judged, (&&&&__retry_probe).__retry_describe())
            };
            let __retry_delay = match __retry::step(
                __retry_judged,
                &mut __retry_call,
                __retry_settings(),
                ::core::option::Option::Some(
                    &mut __retry::StepOptions {
                        clock: ::core::option::Option::Some(&__retry_clock),
                        budget: ::core::option::Option::None,
                        rng: ::core::option::Option::Some(&mut __retry_rng),
                        last: ::core::option::Option::None,
                    },
                ),
                __retry::observed(
                    __retry_describe,
                    true,
                    |__retry_failed| {
                        __retry::on_retry(__retry_failed, |event| self.log(event));
                    },
                ),
            ) {
                __retry::Step::Return(__retry_outcome) => {
                    __retry::Call::end(__retry_call);
                    return __retry_outcome;
                }
                __retry::Step::Wait { delay: __retry_delay, .. } => __retry_delay,
            };
            let __retry_wait = __retry::wait_with(
                &mut __retry_call,
                __retry_delay,
                &(self.sleep),
            );
            __retry_wait.await;
        }
    }
}
