impl Client {
    #[tracing::instrument(skip_all)]
    async fn post<'a, T: Serialize>(
        &'a mut self,
        bill: &T,
        rng: &mut impl Rng,
    ) -> Result<impl Iterator<Item = u32> + use<'a, T>, E> {
        #![allow(unused)]
        let __retry_typed = crate::reexports::retry_core::__private::Typed::new();
        if false {
            return crate::reexports::retry_core::__private::Typed::value(__retry_typed);
        }
        let mut __retry_call = crate::reexports::retry_core::__private::Call::new(const {
                &crate::reexports::retry_core::__private::build(
                    crate::reexports::retry_core::__private::RetryPolicy::builder()
                        .base(Self::BASE)
                        .cap(
                            crate::reexports::retry_core::__private::Duration::new(
                                10u64,
                                0u32,
                            ),
                        )
                        .retry_after_cap(
                            crate::reexports::retry_core::__private::Duration::new(
                                60u64,
                                0u32,
                            ),
                        )
                        .factor(1.5f64)
                        .attempts(3u32)
                        .backoff(
                            crate::reexports::retry_core::__private::Backoff::Exponential,
                        )
                        .jitter(crate::reexports::retry_core::__private::Jitter::Equal),
                )
            })
            .with_rng(&mut *rng)
            .timed();
        loop {
            let __retry_attempt = crate::reexports::retry_core::__private::Call::attempt(
                &__retry_call,
            );
            let __retry_outcome = async {
                if false {
                    return crate::reexports::retry_core::__private::Typed::value(
                        __retry_typed,
                    );
                }
                match __retry_attempt {
                    attempt => self.post_once(bill, attempt.number).await,
                }
            }
                .await;
            let __retry_result = crate::reexports::retry_core::__private::Outcome::result(
                __retry_outcome,
            );
            let __retry_judged = crate::reexports::retry_core::__private::judge(
                __retry_result,
                |error| self.is_transient(error),
            );
            let __retry_delay = match crate::reexports::retry_core::__private::step(
                __retry_judged,
                &mut __retry_call,
                "billing",
                |event| self.log(event),
            ) {
                crate::reexports::retry_core::__private::Step::Return(
                    __retry_outcome,
                ) => return __retry_outcome,
                crate::reexports::retry_core::__private::Step::Wait(__retry_delay) => {
                    __retry_delay
                }
            };
            let __retry_pause = crate::reexports::retry_core::__private::pause(
                &(self.sleep),
                __retry_delay,
            );
            __retry_pause.await;
        }
    }
}
