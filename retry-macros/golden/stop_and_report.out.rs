impl Client {
    async fn fetch(&self, path: &str) -> Result<String, ApiError> {
        use ::retry_core::__private_0_1_0 as __retry;
        struct __RetryName;
        let __retry_clock = __retry::Started::now();
        let mut __retry_stop = ::core::pin::pin!(
            __retry::stop(self.shutdown.cancelled())
        );
        let mut __retry_last = ::core::option::Option::None;
        #[cfg(debug_assertions)]
        __retry::expect_timer(
            &__retry::Settings::Literals {
                name: __retry::Name::Around(__retry::type_name::<__RetryName>),
                base: 500000000u64,
                cap: 30000000000u64,
                attempts: 6u32,
            },
        );
        let mut __retry_call = __retry::CALL;
        loop {
            let mut __retry_token;
            let __retry_delay = {
                let __retry_typed = __retry::typed();
                if false {
                    return __retry::like(&__retry_typed);
                }
                let __retry::InTime { outcome: __retry_outcome, cut: __retry_cut } = match __retry::stopped(
                    &*__retry_stop,
                    &mut __retry_last,
                ) {
                    ::core::option::Option::None => {
                        __retry::InTime::of(
                            async {
                                if false {
                                    return __retry::value(__retry_typed);
                                }
                                match () {
                                    () if false => __retry::never(),
                                    () => self.client.get(path).await,
                                }
                            }
                                .await,
                        )
                    }
                    ::core::option::Option::Some(__retry_stopped) => __retry_stopped,
                };
                let __retry_meaning = __retry::judge_in_time(
                    &__retry_outcome,
                    __retry_cut,
                    |__retry_error| __retry::by_trait(__retry_error),
                );
                let __retry_budget = __retry::budget(&(self.budget));
                let mut __retry_report = ::core::option::Option::None;
                match __retry::step_with(
                    &__retry_outcome,
                    __retry_meaning,
                    &mut __retry_call,
                    &__retry::Settings::Literals {
                        name: __retry::Name::Around(__retry::type_name::<__RetryName>),
                        base: 500000000u64,
                        cap: 30000000000u64,
                        attempts: 6u32,
                    },
                    &mut __retry::StepOptions {
                        rng: &mut __retry::SystemRng,
                        clock: ::core::option::Option::Some(&__retry_clock),
                        budget: __retry_budget,
                        breaker: ::core::option::Option::None,
                        stop: ::core::option::Option::Some(
                            &mut || __retry::asks(
                                ::core::pin::Pin::as_mut(&mut __retry_stop),
                            ),
                        ),
                        report: ::core::option::Option::Some(&mut __retry_report),
                        may_be_cut: false,
                        own_wait: false,
                        nested_once: false,
                    },
                    __retry::unobserved,
                ) {
                    __retry::NextStep::Return => {
                        __retry::end(__retry_call);
                        __retry::tell_report(__retry_report, |report| self.note(report));
                        return __retry_outcome;
                    }
                    __retry::NextStep::Wait(__retry_delay) => {
                        __retry_token = __retry::BudgetToken::held(__retry_budget);
                        __retry::keep_for_stop(
                            &mut __retry_last,
                            __retry_outcome,
                            __retry_meaning,
                        );
                        __retry_delay
                    }
                }
            };
            __retry::wait_or_stop(
                    ::core::pin::Pin::as_mut(&mut __retry_stop),
                    __retry::wait(&mut __retry_call),
                )
                .await;
            __retry::spend_unless_stopped(&mut __retry_token, &*__retry_stop);
        }
    }
}
