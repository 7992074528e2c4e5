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
            let mut __retry_call = ::retry_core::__private::Call::new();
            loop {
                let __retry_typed = ::retry_core::__private::Typed::new();
                if false {
                    return ::retry_core::__private::Typed::like(&__retry_typed);
                }
                let __retry_outcome = async {
                    if false {
                        return ::retry_core::__private::Typed::value(__retry_typed);
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
                let __retry_result = ::retry_core::__private::Outcome::result(
                    __retry_outcome,
                );
                let __retry_judged = ::retry_core::__private::judge(
                    __retry_result,
                    |__retry_error| ::retry_core::__private::by_trait(__retry_error),
                );
                let __retry_pause = match ::retry_core::__private::advance(
                    __retry_judged,
                    &mut __retry_call,
                    ::core::concat!(::core::module_path!(), "::", "send"),
                    {
                        static __RETRY_POLICY: ::retry_core::__private::RetryPolicy = ::retry_core::__private::build(
                            ::retry_core::__private::RetryPolicy::builder()
                                .attempts(3u32),
                        );
                        &__RETRY_POLICY
                    },
                ) {
                    ::retry_core::__private::Advance::Return(__retry_outcome) => {
                        return __retry_outcome;
                    }
                    ::retry_core::__private::Advance::Wait(__retry_pause) => {
                        __retry_pause
                    }
                };
                __retry_pause.await;
            }
        })
    }
}
