impl Client {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        use ::retry_core::__private_0_1_0 as __retry;
        struct __RetryName;
        let mut __retry_call = __retry::CALL;
        loop {
            let __retry_delay = {
                let __retry_outcome;
                if false {
                    __retry_outcome = __retry::never();
                    return __retry_outcome;
                }
                __retry_outcome = match () {
                    () if false => __retry::never(),
                    () => self.file.read_to_end(),
                };
                let __retry_meaning = __retry::judge(
                    &__retry_outcome,
                    |__retry_error| __retry::by_trait(__retry_error),
                );
                match __retry::step_with(
                    &__retry_outcome,
                    __retry_meaning,
                    &mut __retry_call,
                    {
                        static __RETRY_SETTINGS: __retry::Settings = __retry::Settings::Policy {
                            name: __retry::Name::Around(
                                __retry::type_name::<__RetryName>,
                            ),
                            policy: __retry::build(
                                __retry::RetryPolicyBuilder::backoff(
                                    __retry::RetryPolicy::builder(),
                                    __retry::Backoff::Delays(
                                        &[
                                            __retry::Duration::new(0u64, 10000000u32),
                                            __retry::Duration::new(1u64, 500000000u32),
                                        ],
                                    ),
                                ),
                            ),
                        };
                        &__RETRY_SETTINGS
                    },
                    &mut __retry::StepOptions {
                        rng: &mut __retry::SystemRng,
                        clock: ::core::option::Option::None,
                        budget: ::core::option::Option::None,
                        breaker: ::core::option::Option::None,
                        stop: ::core::option::Option::None,
                        report: ::core::option::Option::None,
                        may_be_cut: false,
                        own_wait: true,
                        nested_once: false,
                    },
                    __retry::unobserved,
                ) {
                    __retry::NextStep::Return => {
                        __retry::end(__retry_call);
                        return __retry_outcome;
                    }
                    __retry::NextStep::Wait(__retry_delay) => __retry_delay,
                }
            };
            __retry::block(__retry_delay);
        }
    }
}
