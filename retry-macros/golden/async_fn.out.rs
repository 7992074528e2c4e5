/// Fetches a page.
/**
 # Retries

 At most 4 attempts, exponential backoff from 100ms by 2 up to 2s, full jitter. `ApiError::is_transient` decides which errors are transient.*/
pub async fn fetch(client: &Client, path: &str) -> Result<String, ApiError> {
    use ::retry_core::__private_0_1_0 as __retry;
    struct __RetryName;
    #[cfg(debug_assertions)]
    __retry::expect_timer(
        &__retry::Settings::Literals {
            name: __retry::Name::Around(__retry::type_name::<__RetryName>),
            base: 100000000u64,
            cap: 2000000000u64,
            attempts: 4u32,
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
                    return __retry::value(__retry_typed);
                }
                match () {
                    () if false => __retry::never(),
                    () => {
                        let page = client.get(path).await?;
                        Ok(page)
                    }
                }
            }
                .await;
            let __retry_meaning = __retry::judge(
                &__retry_outcome,
                ApiError::is_transient,
            );
            match __retry::step(
                __retry_meaning,
                &mut __retry_call,
                &__retry::Settings::Literals {
                    name: __retry::Name::Around(__retry::type_name::<__RetryName>),
                    base: 100000000u64,
                    cap: 2000000000u64,
                    attempts: 4u32,
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
