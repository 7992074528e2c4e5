impl Client {
    async fn fetch(&mut self, path: &str) -> Result<Page, ApiError> {
        use ::retry_core::__private_0_1_0 as __retry;
        struct __RetryName;
        let __retry_guard = __retry::breaker_clone(&(self.breaker));
        let __retry_settings = __retry::Settings::Policy {
            name: __retry::Name::Around(__retry::type_name::<__RetryName>),
            policy: __retry::policy(self.policy),
        };
        let __retry_clock = __retry::Started::now();
        let __retry_timeout = __retry::timeout(self.patience);
        let mut __retry_last = ::core::option::Option::None;
        #[cfg(debug_assertions)] __retry::expect_timer(&__retry_settings);
        let mut __retry_call = __retry::CALL;
        loop {
            let __retry_delay = {
                let __retry_typed = __retry::typed();
                if false {
                    return __retry::like(&__retry_typed);
                }
                let mut __retry_permit = ::core::option::Option::None;
                let __retry::InTime { outcome: __retry_outcome, cut: __retry_cut } = match __retry::admit(
                    __retry::breaker(&__retry_guard),
                    &mut __retry_permit,
                ) {
                    ::core::option::Option::None => {
                        __retry::in_time(
                            __retry::limited(
                                    __retry::limit(
                                        &__retry_call,
                                        &__retry_settings,
                                        __retry_timeout,
                                        &__retry_clock,
                                    ),
                                    async {
                                        if false {
                                            let _ = &mut *self;
                                            return __retry::value(__retry_typed);
                                        }
                                        match () {
                                            () if false => __retry::never(),
                                            () => self.client.get(path).await,
                                        }
                                    },
                                )
                                .await,
                            &mut __retry_last,
                            __retry::timed_out,
                        )
                    }
                    ::core::option::Option::Some(__retry_open) => {
                        __retry::refused(
                            __retry_open,
                            &mut __retry_last,
                            __retry::breaker_open,
                        )
                    }
                };
                let __retry_meaning = __retry::judge_in_time(
                    &__retry_outcome,
                    __retry_cut,
                    |__retry_error| __retry::by_trait(__retry_error),
                );
                let __retry_breaker = __retry::told(__retry_permit, __retry_meaning);
                match __retry::step_with(
                    &__retry_outcome,
                    __retry_meaning,
                    &mut __retry_call,
                    &__retry_settings,
                    &mut __retry::StepOptions {
                        rng: &mut __retry::SystemRng,
                        clock: ::core::option::Option::Some(&__retry_clock),
                        budget: ::core::option::Option::None,
                        breaker: __retry_breaker,
                        stop: ::core::option::Option::None,
                        report: ::core::option::Option::None,
                        may_be_cut: ::core::option::Option::is_some(&__retry_timeout),
                        own_wait: false,
                        nested_once: false,
                    },
                    __retry::unobserved,
                ) {
                    __retry::NextStep::Return => {
                        __retry::end(__retry_call);
                        return __retry_outcome;
                    }
                    __retry::NextStep::Wait(__retry_delay) => {
                        __retry::keep(
                            &mut __retry_last,
                            __retry_outcome,
                            __retry_meaning,
                            &__retry_settings,
                            ::core::option::Option::is_some(&__retry_timeout),
                            __retry_breaker,
                        );
                        __retry_delay
                    }
                }
            };
            __retry::wait(&mut __retry_call).await;
        }
    }
}
