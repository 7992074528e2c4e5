impl Client {
    async fn fetch(&self, path: &str) -> Result<Page, ApiError> {
        use ::retry_core::__private_0_1_0 as __retry;
        struct __RetryName;
        let __retry_with = &(self.retries);
        let __retry_with = __retry::retrier(__retry_with);
        let __retry_clock = __retry::Started::now();
        let mut __retry_last = ::core::option::Option::None;
        #[cfg(debug_assertions)]
        __retry::expect_timer(
            &__retry::lent_settings(
                __retry_with,
                __retry::Name::Around(__retry::type_name::<__RetryName>),
            ),
        );
        let mut __retry_call = __retry::CALL;
        loop {
            let mut __retry_token;
            let __retry_delay = {
                let __retry_typed = __retry::typed();
                if false {
                    return __retry::like(&__retry_typed);
                }
                let mut __retry_permit = ::core::option::Option::None;
                let __retry::InTime { outcome: __retry_outcome, cut: __retry_cut } = match __retry::admit(
                    __retry::Retrier::breaker(__retry_with),
                    &mut __retry_permit,
                ) {
                    ::core::option::Option::None => {
                        __retry::in_time(
                            __retry::limited(
                                    __retry::limit(
                                        &__retry_call,
                                        &__retry::lent_settings(
                                            __retry_with,
                                            __retry::Name::Around(__retry::type_name::<__RetryName>),
                                        ),
                                        __retry::shared_timeout(__retry_with),
                                        &__retry_clock,
                                    ),
                                    async {
                                        if false {
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
                            __retry::shared_timed_out,
                        )
                    }
                    ::core::option::Option::Some(__retry_open) => {
                        __retry::refused(
                            __retry_open,
                            &mut __retry_last,
                            __retry::shared_breaker_open,
                        )
                    }
                };
                let __retry_meaning = __retry::judge_in_time(
                    &__retry_outcome,
                    __retry_cut,
                    |__retry_error| __retry::by_trait(__retry_error),
                );
                let __retry_breaker = __retry::told(__retry_permit, __retry_meaning);
                let __retry_budget = __retry::Retrier::budget(__retry_with);
                match __retry::step_with(
                    &__retry_outcome,
                    __retry_meaning,
                    &mut __retry_call,
                    &__retry::lent_settings(
                        __retry_with,
                        __retry::Name::Around(__retry::type_name::<__RetryName>),
                    ),
                    &mut __retry::StepOptions {
                        rng: &mut __retry::SystemRng,
                        clock: ::core::option::Option::Some(&__retry_clock),
                        budget: __retry_budget,
                        breaker: __retry_breaker,
                        stop: ::core::option::Option::None,
                        report: ::core::option::Option::None,
                        may_be_cut: ::core::option::Option::is_some(
                            &__retry::shared_timeout(__retry_with),
                        ),
                        own_wait: false,
                        nested_once: false,
                    },
                    __retry::observed(
                        {
                            use __retry::Probing as _;
                            (&&&&__retry::probe(&__retry_outcome)).__retry_describe()
                        },
                        false,
                        |__retry_failed| {
                            __retry::on_give_up(__retry_failed, |event| self.log(event));
                            __retry::shared_hooks(__retry_failed, __retry_with);
                        },
                    ),
                ) {
                    __retry::NextStep::Return => {
                        __retry::end(__retry_call);
                        return __retry_outcome;
                    }
                    __retry::NextStep::Wait(__retry_delay) => {
                        __retry_token = __retry::BudgetToken::held(__retry_budget);
                        __retry::keep(
                            &mut __retry_last,
                            __retry_outcome,
                            __retry_meaning,
                            &__retry::lent_settings(
                                __retry_with,
                                __retry::Name::Around(__retry::type_name::<__RetryName>),
                            ),
                            ::core::option::Option::is_some(
                                &__retry::shared_timeout(__retry_with),
                            ),
                            __retry_breaker,
                        );
                        __retry_delay
                    }
                }
            };
            __retry::wait(&mut __retry_call).await;
            __retry::BudgetToken::spend(&mut __retry_token);
        }
    }
}
