impl Client {
    async fn fetch(&self, path: &str) -> Result<Page, ApiError> {
        use ::retry_core::__private_0_1_0 as __retry;
        struct __RetryName;
        let __retry_settings = || const {
            &__retry::Settings::Policy {
                name: __retry::Name::Around(__retry::type_name::<__RetryName>),
                policy: __retry::build(
                    __retry::RetryPolicyBuilder::backoff(
                        __retry::RetryPolicyBuilder::deadline(
                            __retry::RetryPolicy::builder(),
                            __retry::Duration::new(60u64, 0u32),
                        ),
                        __retry::Backoff::Delays(
                            &[__retry::Duration::new(1u64, 0u32), Self::LATER],
                        ),
                    ),
                ),
            }
        };
        let __retry_clock = __retry::Started::now();
        let mut __retry_stop = ::core::pin::pin!(
            __retry::stop(self.shutdown.cancelled())
        );
        let mut __retry_last = ::core::option::Option::None;
        let mut __retry_call = __retry::CALL;
        loop {
            let __retry_attempt = __retry::attempt(
                &__retry_call,
                __retry_settings(),
                ::core::option::Option::Some(__retry::Duration::new(5u64, 0u32)),
                &__retry_clock,
            );
            let __retry_delay = {
                let __retry_typed = __retry::typed();
                if false {
                    return __retry::like(&__retry_typed);
                }
                let mut __retry_permit = ::core::option::Option::None;
                let __retry::InTime { outcome: __retry_outcome, cut: __retry_cut } = match __retry::stopped(
                    &*__retry_stop,
                    &mut __retry_last,
                ) {
                    ::core::option::Option::None => {
                        match __retry::admit(
                            __retry::breaker(&(self.breaker)),
                            &mut __retry_permit,
                        ) {
                            ::core::option::Option::None => {
                                __retry::in_time_or_else(
                                    __retry::limited(
                                            __retry::limit(
                                                &__retry_call,
                                                __retry_settings(),
                                                ::core::option::Option::Some(
                                                    __retry::Duration::new(5u64, 0u32),
                                                ),
                                                &__retry_clock,
                                            ),
                                            __retry::once(async {
                                                if false {
                                                    return __retry::value(__retry_typed);
                                                }
                                                match __retry_attempt {
                                                    _ if false => __retry::never(),
                                                    attempt => self.client.get(path, attempt.number).await,
                                                }
                                            }),
                                        )
                                        .await,
                                    &mut __retry_last,
                                    ApiError::from_timed_out,
                                )
                            }
                            ::core::option::Option::Some(__retry_open) => {
                                __retry::refused_or_else(
                                    __retry_open,
                                    &mut __retry_last,
                                    ApiError::from_breaker_open,
                                )
                            }
                        }
                    }
                    ::core::option::Option::Some(__retry_stopped) => __retry_stopped,
                };
                let __retry_meaning = __retry::judge_in_time(
                    &__retry_outcome,
                    __retry_cut,
                    |__retry_error| __retry::by_trait(__retry_error),
                );
                let __retry_meaning = __retry::until(
                    __retry_meaning,
                    &__retry_outcome,
                    |page| page.is_ready(),
                );
                let __retry_breaker = __retry::told(__retry_permit, __retry_meaning);
                match __retry::step_with(
                    &__retry_outcome,
                    __retry_meaning,
                    &mut __retry_call,
                    __retry_settings(),
                    &mut __retry::StepOptions {
                        rng: &mut __retry::SystemRng,
                        clock: ::core::option::Option::Some(&__retry_clock),
                        budget: ::core::option::Option::None,
                        breaker: __retry_breaker,
                        stop: ::core::option::Option::Some(
                            &mut || __retry::asks(
                                ::core::pin::Pin::as_mut(&mut __retry_stop),
                            ),
                        ),
                        report: ::core::option::Option::None,
                        may_be_cut: true,
                        own_wait: true,
                        nested_once: true,
                    },
                    __retry::unobserved,
                ) {
                    __retry::NextStep::Return => {
                        __retry::end(__retry_call);
                        return __retry_outcome;
                    }
                    __retry::NextStep::Wait(__retry_delay) => {
                        __retry::keep_for_stop(
                            &mut __retry_last,
                            __retry_outcome,
                            __retry_meaning,
                        );
                        __retry_delay
                    }
                }
            };
            let __retry_wait = __retry::wait_or_stop(
                ::core::pin::Pin::as_mut(&mut __retry_stop),
                __retry::wait_with(&mut __retry_call, __retry_delay, &(self.sleep)),
            );
            __retry_wait.await;
        }
    }
}
