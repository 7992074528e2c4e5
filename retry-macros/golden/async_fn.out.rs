/// Fetches a page.
/**
 # Retries

 At most 4 attempts, exponential backoff from 100ms by 2 up to 2s, full jitter. Transient is what `ApiError::is_transient` says.*/
pub async fn fetch(client: &Client, path: &str) -> Result<String, ApiError> {
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
                    return __retry_typed.value();
                }
                match () {
                    () if false => __retry::never(),
                    () => {
                        let page = client.get(path).await?;
                        Ok(page)
                    }
                }
            })
            .await;
        if let __retry::Return(__retry_outcome) = __retry::advance(
            __retry_outcome,
            ApiError::is_transient,
            &mut __retry_call,
            &__retry::Literals {
                name: ::core::concat!(::core::module_path!(), "::", "fetch"),
                base: 100000000u64,
                cap: 2000000000u64,
                attempts: 4u32,
            },
        ) {
            __retry_call.end();
            return __retry_outcome;
        }
    }
}
