impl Client {
    async fn read(
        &mut self,
        (left, right): (&mut Cell<u32>, u32),
        unused: &mut u32,
    ) -> io::Result<u32> {
        use ::retry_core::__private_0_1_0 as __retry;
        struct __RetryName;
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
            let __retry_delay = {
                let __retry_typed = __retry::typed();
                if false {
                    return __retry::like(&__retry_typed);
                }
                let __retry_outcome = async {
                    if false {
                        let _ = &mut *self;
                        let _ = &mut *left;
                        return __retry::value(__retry_typed);
                    }
                    match () {
                        () if false => __retry::never(),
                        () => {
                            let read = self.store.read().await?;
                            Ok(read + left.get() + right)
                        }
                    }
                }
                    .await;
                let __retry_meaning = __retry::judge(
                    &__retry_outcome,
                    |__retry_error| __retry::by_trait(__retry_error),
                );
                match __retry::step(
                    __retry_meaning,
                    &mut __retry_call,
                    &__retry::Settings::Literals {
                        name: __retry::Name::Around(__retry::type_name::<__RetryName>),
                        base: 500000000u64,
                        cap: 30000000000u64,
                        attempts: 6u32,
                    },
                ) {
                    __retry::NextStep::Return => {
                        __retry::end(__retry_call);
                        return __retry_outcome;
                    }
                    __retry::NextStep::Wait(__retry_delay) => __retry_delay,
                }
            };
            __retry::wait(&mut __retry_call).await;
        }
    }
}
