fn read(path: &Path) -> io::Result<u32> {
    use ::retry_core::__private_0_1_0 as __retry;
    struct __RetryName;
    let mut __retry_call = __retry::CALL;
    loop {
        let __retry_delay = {
            #[cfg(not(clippy))]
            let __retry_outcome = {
                let __retry_typed = __retry::typed();
                if false {
                    return __retry::like(&__retry_typed);
                }
                (|| {
                    if false {
                        return __retry::value(__retry_typed);
                    }
                    match () {
                        () if false => __retry::never(),
                        () => Ok(fs::read(path)?.len()),
                    }
                })()
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
                    () => Ok(fs::read(path)?.len()),
                };
                __retry_outcome
            };
            let __retry_meaning = __retry::judge(
                &__retry_outcome,
                |__retry_error| __retry::by_trait(__retry_error),
            );
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
