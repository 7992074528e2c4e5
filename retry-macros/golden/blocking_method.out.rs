impl Client {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut __retry_call = ::retry_core::__private::Call::new();
        loop {
            let __retry_typed = ::retry_core::__private::Typed::new();
            if false {
                return ::retry_core::__private::Typed::like(&__retry_typed);
            }
            let __retry_outcome = (|| {
                if false {
                    return ::retry_core::__private::Typed::value(__retry_typed);
                }
                match () {
                    () => self.file.read_to_end(),
                }
            })();
            let __retry_result = ::retry_core::__private::Outcome::result(
                __retry_outcome,
            );
            let __retry_judged = ::retry_core::__private::judge(
                __retry_result,
                |__retry_error| ::retry_core::__private::by_trait(__retry_error),
            );
            let __retry_site = ::retry_core::__private::Site {
                name: ::core::concat!(::core::module_path!(), "::", "read"),
                policy: {
                    static __RETRY_POLICY: ::retry_core::__private::RetryPolicy = ::retry_core::__private::build(
                        ::retry_core::__private::RetryPolicy::builder()
                            .backoff(
                                ::retry_core::__private::Backoff::Delays(
                                    &[
                                        ::retry_core::__private::Duration::new(0u64, 10000000u32),
                                        ::retry_core::__private::Duration::new(1u64, 500000000u32),
                                    ],
                                ),
                            ),
                    );
                    &__RETRY_POLICY
                },
                budget: ::core::option::Option::None,
                rng: ::core::option::Option::None,
            };
            let __retry_wait = match ::retry_core::__private::step(
                __retry_judged,
                &mut __retry_call,
                __retry_site,
                ::retry_core::__private::unobserved,
            ) {
                ::retry_core::__private::Step::Return(__retry_outcome) => {
                    return __retry_outcome;
                }
                ::retry_core::__private::Step::Wait(__retry_wait) => __retry_wait,
            };
            ::retry_core::__private::block(__retry_wait);
        }
    }
}
