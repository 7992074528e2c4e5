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
                name: __retry::Name::Given("billing"),
                policy: __retry::build(
                    __retry::RetryPolicyBuilder::jitter(
                        __retry::RetryPolicyBuilder::backoff(
                            __retry::RetryPolicyBuilder::attempts(
                                __retry::RetryPolicyBuilder::factor(
                                    __retry::RetryPolicyBuilder::retry_after_cap(
                                        __retry::RetryPolicyBuilder::cap(
                                            __retry::RetryPolicyBuilder::base(
                                                __retry::RetryPolicy::builder(),
                                                Self::BASE,
                                            ),
                                            __retry::Duration::new(10u64, 0u32),
                                        ),
                                        __retry::Duration::new(60u64, 0u32),
                                    ),
                                    1.5f64,
                                ),
                                3u32,
                            ),
                            __retry::Backoff::Exponential,
                        ),
                        __retry::Jitter::Equal,
                    ),
                ),
            }
        };
        let __retry_clock = __retry::Started::now();
        let mut __retry_rng = __retry::generator(&mut *rng);
        let mut __retry_call = __retry::CALL;
        loop {
            let __retry_attempt = __retry::attempt(
                &__retry_call,
                __retry_settings(),
                ::core::option::Option::None,
                &__retry_clock,
            );
            let __retry_delay = {
                let __retry_outcome;
                if false {
                    __retry_outcome = __retry::never();
                    return __retry_outcome;
                }
                __retry_outcome = match __retry_attempt {
                    _ if false => __retry::never(),
                    attempt => self.post_once(bill, attempt.number).await,
                };
                let __retry_meaning = __retry::judge(
                    &__retry_outcome,
                    |error| self.is_transient(error),
                );
                match __retry::step_with(
                    &__retry_outcome,
                    __retry_meaning,
                    &mut __retry_call,
                    __retry_settings(),
                    &mut __retry::StepOptions {
                        rng: &mut __retry_rng,
                        clock: ::core::option::Option::Some(&__retry_clock),
                        budget: ::core::option::Option::None,
                        breaker: ::core::option::Option::None,
                        stop: ::core::option::Option::None,
                        report: ::core::option::Option::None,
                        may_be_cut: false,
                        own_wait: true,
                        nested_once: false,
                    },
                    __retry::observed(
                        {
                            use __retry::Probing as _;
                            (&&&&__retry::probe(&__retry_outcome)).__retry_describe()
                        },
                        true,
                        |__retry_failed| {
                            __retry::on_retry(__retry_failed, |event| self.log(event));
                        },
                    ),
                ) {
                    __retry::NextStep::Return => {
                        __retry::end(__retry_call);
                        return __retry_outcome;
                    }
                    __retry::NextStep::Wait(__retry_delay) => __retry_delay,
                }
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
