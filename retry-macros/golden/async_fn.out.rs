/// Fetches a page.
/**
# Retries

At most 4 attempts, exponential backoff from 100ms by 2 up to 2s, full jitter. Transient is what `ApiError::is_transient` says.*/
pub async fn fetch(client: &Client, path: &str) -> Result<String, ApiError> {
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
                    let page = client.get(path).await?;
                    Ok(page)
                }
            }
        }
            .await;
        let __retry_result = __retry::Outcome::result(__retry_outcome);
        let __retry_judged = __retry::judge(__retry_result, ApiError::is_transient);
        let __retry_pause = match __retry::advance(
            __retry_judged,
            &mut __retry_call,
            ::core::concat!(::core::module_path!(), "::", "fetch"),
            {
                static __RETRY_POLICY: __retry::RetryPolicy = __retry::build(
                    __retry::RetryPolicy::builder()
                        .base(__retry::Duration::new(0u64, 100000000u32))
                        .cap(__retry::Duration::new(2u64, 0u32))
                        .attempts(4u32),
                );
                &__RETRY_POLICY
            },
        ) {
            __retry::Advance::Return(__retry_outcome) => return __retry_outcome,
            __retry::Advance::Wait(__retry_pause) => __retry_pause,
        };
        __retry_pause.await;
    }
}
