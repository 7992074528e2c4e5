impl Client {
    fn read(&mut self) -> io::Result<u32> {
        use ::retry_core::__private_0_1_0 as __retry;
        struct __RetryName;
        let __retry_with = &__retry::retrier_clone(&(self.retries));
        let __retry_settings = __retry::Settings::Policy {
            name: __retry::Name::Around(__retry::type_name::<__RetryName>),
            policy: __retry::policy(POLICY),
        };
        let __retry_clock = if __retry::Settings::has_deadline(&__retry_settings)
            || __retry::needs_clock(__retry_with)
        {
            ::core::option::Option::Some(__retry::StartedBlocking::now())
        } else {
            ::core::option::Option::None
        };
        let mut __retry_last = ::core::option::Option::None;
        let mut __retry_call = __retry::CALL;
        loop {
            let __retry_delay = {
                let mut __retry_permit = ::core::option::Option::None;
                let __retry::InTime { outcome: __retry_outcome, cut: __retry_cut } = match __retry::admit(
                    __retry::breaker(&(PAYMENTS)),
                    &mut __retry_permit,
                ) {
                    ::core::option::Option::None => {
                        #[cfg(not(clippy))]
                        let __retry_outcome = {
                            let __retry_typed = __retry::typed();
                            if false {
                                return __retry::like(&__retry_typed);
                            }
                            __retry::once_blocking(|| {
                                if false {
                                    return __retry::value(__retry_typed);
                                }
                                match () {
                                    () if false => __retry::never(),
                                    () => {
                                        let line = self.file.read_line()?;
                                        Ok(line.len())
                                    }
                                }
                            })
                        };
                        #[cfg(clippy)]
                        let __retry_outcome = {
                            let __retry_outcome;
                            if false {
                                __retry_outcome = __retry::never();
                                return __retry_outcome;
                            }
                            __retry_outcome = match () {
                                () if false => __retry::never(),
                                () => {
                                    let line = self.file.read_line()?;
                                    Ok(line.len())
                                }
                            };
                            __retry_outcome
                        };
                        __retry::InTime::of(__retry_outcome)
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
                        stop: ::core::option::Option::Some(
                            &mut __retry::stops_if(|| self.is_stopping()),
                        ),
                        report: ::core::option::Option::None,
                        may_be_cut: false,
                        own_wait: true,
                        nested_once: true,
                    },
                    __retry::observed(
                        {
                            use __retry::Probing as _;
                            (&&&&__retry::probe(&__retry_outcome)).__retry_describe()
                        },
                        true,
                        |__retry_failed| {
                            __retry::shared_hooks(__retry_failed, __retry_with);
                        },
                    ),
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
                            false,
                            __retry_breaker,
                        );
                        __retry_delay
                    }
                }
            };
            __retry::block_with(__retry_delay, std::thread::sleep);
        }
    }
}
