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
            let mut __retry_call = __retry::CALL;
            loop {
                let __retry_outcome = {
                    let __retry_value;
                    if false {
                        __retry_value = __retry::never();
                        return __retry_value;
                    }
                    __retry_value = match () {
                        () if false => __retry::never(),
                        () => {
                            let __ret: Result<(), Error> = {
                                __self.deliver(&order, width * height).await
                            };
                            #[allow(unreachable_code)] __ret
                        }
                    };
                    __retry_value
                };
                if let __retry::Return(__retry_outcome) = __retry::advance(
                    __retry_outcome,
                    |__retry_error| __retry::by_trait(__retry_error),
                    &mut __retry_call,
                    &__retry::Literals {
                        name: ::core::concat!(::core::module_path!(), "::", "send"),
                        base: 500000000u64,
                        cap: 30000000000u64,
                        attempts: 3u32,
                    },
                ) {
                    __retry_call.end();
                    return __retry_outcome;
                }
                __retry_call.pause().await;
            }
        })
    }
}
