impl Client {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        use ::retry_core::__private as __retry;
        let mut __retry_call = __retry::Call::new();
        loop {
            let __retry_outcome = {
                let __retry_value;
                if false {
                    __retry_value = __retry::never();
                    return __retry_value;
                }
                __retry_value = match () {
                    () if false => __retry::never(),
                    () => self.file.read_to_end(),
                };
                __retry_value
            };
            let __retry_result = __retry::Outcome::result(__retry_outcome);
            let __retry_judged = __retry::judge(
                __retry_result,
                |__retry_error| __retry::by_trait(__retry_error),
            );
            let __retry_site = __retry::Site {
                name: ::core::concat!(::core::module_path!(), "::", "read"),
                policy: {
                    static __RETRY_POLICY: __retry::RetryPolicy = __retry::build(
                        __retry::RetryPolicy::builder()
                            .backoff(
                                __retry::Backoff::Delays(
                                    &[
                                        __retry::Duration::new(0u64, 10000000u32),
                                        __retry::Duration::new(1u64, 500000000u32),
                                    ],
                                ),
                            ),
                    );
                    &__RETRY_POLICY
                },
                budget: ::core::option::Option::None,
                rng: ::core::option::Option::None,
            };
            let __retry_wait = match __retry::step(
                __retry_judged,
                &mut __retry_call,
                __retry_site,
                __retry::unobserved,
            ) {
                __retry::Step::Return(__retry_outcome) => return __retry_outcome,
                __retry::Step::Wait(__retry_wait) => __retry_wait,
            };
            __retry::block(__retry_wait);
        }
    }
}
