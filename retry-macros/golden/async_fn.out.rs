/// Fetches a page.
/**
# Retries

At most 4 attempts, exponential backoff from 100ms by 2 up to 2s, full jitter. Transient is what `ApiError::is_transient` says.*/
pub async fn fetch(client: &Client, path: &str) -> Result<String, ApiError> {
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
                    let page = client.get(path).await?;
                    Ok(page)
                }
            }
        }
            .await;
        let __retry_result = ::retry_core::__private::Outcome::result(__retry_outcome);
        let __retry_judged = ::retry_core::__private::judge(
            __retry_result,
            ApiError::is_transient,
        );
        let __retry_pause = match ::retry_core::__private::advance(
            __retry_judged,
            &mut __retry_call,
            ::core::concat!(::core::module_path!(), "::", "fetch"),
            {
                static __RETRY_POLICY: ::retry_core::__private::RetryPolicy = ::retry_core::__private::build(
                    ::retry_core::__private::RetryPolicy::builder()
                        .base(::retry_core::__private::Duration::new(0u64, 100000000u32))
                        .cap(::retry_core::__private::Duration::new(2u64, 0u32))
                        .attempts(4u32),
                );
                &__RETRY_POLICY
            },
        ) {
            ::retry_core::__private::Advance::Return(__retry_outcome) => {
                return __retry_outcome;
            }
            ::retry_core::__private::Advance::Wait(__retry_pause) => __retry_pause,
        };
        __retry_pause.await;
    }
}
