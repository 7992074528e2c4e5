#[retry(attempts = 3)]
fn send<'life0, 'async_trait>(
    &'life0 mut self,
    order: Order,
    __arg2: (u32, u32),
) -> ::core::pin::Pin<
    Box<dyn ::core::future::Future<Output = Result<(), Error>> + ::core::marker::Send + 'async_trait>,
>
where
    'life0: 'async_trait,
    Self: 'async_trait,
{
    Box::pin(async move {
        if let ::core::option::Option::Some(__ret) = ::core::option::Option::None::<Result<(), Error>> {
            #[allow(unreachable_code)]
            return __ret;
        }
        let mut __self = self;
        let order = order;
        let (width, height) = {
            let __arg2 = __arg2;
            __arg2
        };
        let __ret: Result<(), Error> = {
            __self.deliver(&order, width * height).await
        };
        #[allow(unreachable_code)]
        __ret
    })
}
