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
            use ::retry_core::__private_0_1_0 as __retry;
            struct __RetryName;
            #[cfg(debug_assertions)]
            __retry::expect_timer(
                &__retry::Settings::Literals {
                    name: __retry::Name::Around(__retry::type_name::<__RetryName>),
                    base: 500000000u64,
                    cap: 30000000000u64,
                    attempts: 3u32,
                },
            );
            let mut __retry_call = __retry::CALL;
            loop {
                let __retry_delay = {
                    let __retry_outcome;
                    if false {
                        __retry_outcome = __retry::never();
                        return __retry_outcome;
                    }
                    __retry_outcome = match () {
                        () if false => __retry::never(),
                        () => {
                            let __ret: Result<(), Error> = {
                                __self.deliver(&order, width * height).await
                            };
                            #[allow(unreachable_code)] __ret
                        }
                    };
                    let __retry_meaning = __retry::judge(
                        &__retry_outcome,
                        |__retry_error| __retry::by_trait(__retry_error),
                    );
                    match __retry::step(
                        __retry_meaning,
                        &mut __retry_call,
                        &__retry::Settings::Literals {
                            name: __retry::Name::Around(
                                __retry::type_name::<__RetryName>,
                            ),
                            base: 500000000u64,
                            cap: 30000000000u64,
                            attempts: 3u32,
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
        })
    }
}
