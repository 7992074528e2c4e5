impl Client {
    async fn read(
        &mut self,
        (left, right): (&mut Cell<u32>, u32),
        unused: &mut u32,
    ) -> io::Result<u32> {
        use ::retry_core::__private as __retry;
        let mut __retry_call = __retry::CALL;
        loop {
            let __retry_typed = __retry::Typed::new();
            if false {
                return __retry_typed.like();
            }
            let __retry_outcome = __retry_call
                .attempt(async {
                    if false {
                        let _ = &mut *self;
                        let _ = &mut *left;
                        return __retry_typed.value();
                    }
                    match () {
                        () if false => __retry::never(),
                        () => {
                            let read = self.store.read().await?;
                            Ok(read + left.get() + right)
                        }
                    }
                })
                .await;
            if let __retry::Return(__retry_outcome) = __retry::advance(
                __retry_outcome,
                |__retry_error| __retry::by_trait(__retry_error),
                &mut __retry_call,
                &__retry::Literals {
                    name: ::core::concat!(::core::module_path!(), "::", "read"),
                    base: 500000000u64,
                    cap: 30000000000u64,
                    attempts: 6u32,
                },
            ) {
                __retry_call.end();
                return __retry_outcome;
            }
        }
    }
}
