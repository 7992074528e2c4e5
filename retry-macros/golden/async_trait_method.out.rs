impl Client {
    fn send<'life0, 'async_trait>(
        &'life0 mut self,
        order: Order,
        __arg2: (u32, u32),
    ) -> ::core::pin::Pin<
        Box<
            dyn ::core::future::Future<
                Output = Result<(), Error>,
            > + ::core::marker::Send + 'async_trait,
        >,
    >
    where
        'life0: 'async_trait,
        Self: 'async_trait,
    {
        Box::pin(async move {
            if let ::core::option::Option::Some(__ret) = ::core::option::Option::None::<
                Result<(), Error>,
            > {
                #[allow(unreachable_code)] return __ret;
            }
            let mut __self = self;
            let order = order;
            let (width, height) = {
                let __arg2 = __arg2;
                __arg2
            };
            use ::retry_core::__private as __retry;
            let mut __retry_call = __retry::Call::new();
            loop {
                let __retry_typed = __retry::Typed::new();
                if false {
                    return __retry::Typed::like(&__retry_typed);
                }
                let __retry_outcome = async {
                    if false {
                        return __retry::Typed::value(__retry_typed);
                    }
                    match () {
                        () => {
                            let __ret: Result<(), Error> = {
                                __self.deliver(&order, width * height).await
                            };
                            #[allow(unreachable_code)] __ret
                        }
                    }
                }
                    .await;
                let __retry_result = __retry::Outcome::result(__retry_outcome);
                let __retry_judged = __retry::judge(
                    __retry_result,
                    |__retry_error| __retry::by_trait(__retry_error),
                );
                let __retry_pause = match __retry::advance(
                    __retry_judged,
                    &mut __retry_call,
                    ::core::concat!(::core::module_path!(), "::", "send"),
                    {
                        static __RETRY_POLICY: __retry::RetryPolicy = __retry::build(
                            __retry::RetryPolicy::builder().attempts(3u32),
                        );
                        &__RETRY_POLICY
                    },
                ) {
                    __retry::Advance::Return(__retry_outcome) => return __retry_outcome,
                    __retry::Advance::Wait(__retry_pause) => __retry_pause,
                };
                __retry_pause.await;
            }
        })
    }
}
