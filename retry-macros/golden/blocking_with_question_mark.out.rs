fn read(path: &Path) -> io::Result<u32> {
    use ::retry_core::__private as __retry;
    let mut __retry_call = __retry::Call::new();
    loop {
        #[cfg(not(clippy))]
        let __retry_outcome = {
            let __retry_typed = __retry::Typed::new();
            if false {
                return __retry_typed.like();
            }
            (|| {
                if false {
                    return __retry_typed.value();
                }
                match () {
                    () if false => __retry::never(),
                    () => Ok(fs::read(path)?.len()),
                }
            })()
        };
        #[cfg(clippy)]
        let __retry_outcome = {
            let __retry_value;
            if false {
                __retry_value = __retry::never();
                return __retry_value;
            }
            __retry_value = match () {
                () if false => __retry::never(),
                () => Ok(fs::read(path)?.len()),
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
                    __retry::RetryPolicy::builder(),
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
