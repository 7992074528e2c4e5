impl Client {
    #[tracing::instrument(skip_all)]
    async fn post<'a, T: Serialize>(
        &'a mut self,
        bill: &T,
        rng: &mut impl Rng,
    ) -> Result<impl Iterator<Item = u32> + use<'a, T>, E> {
        #![allow(unused)]
        let __retry_policy = || const {
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
        };
        let mut __retry_rng = crate::reexports::retry_core::__private::generator(
            &mut *rng,
        );
        let mut __retry_call = crate::reexports::retry_core::__private::Call::new()
            .timed();
        loop {
            let __retry_typed = crate::reexports::retry_core::__private::Typed::new();
            if false {
                return crate::reexports::retry_core::__private::Typed::like(
                    &__retry_typed,
                );
            }
            let __retry_attempt = crate::reexports::retry_core::__private::Call::attempt(
                &__retry_call,
                __retry_policy(),
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
            let __retry_site = crate::reexports::retry_core::__private::Site {
                name: "billing",
                policy: __retry_policy(),
                budget: ::core::option::Option::None,
                rng: ::core::option::Option::Some(&mut __retry_rng),
            };
            let __retry_wait = match crate::reexports::retry_core::__private::step(
                __retry_judged,
                &mut __retry_call,
                __retry_site,
                |__retry_next| {
                    crate::reexports::retry_core::__private::on_retry(
                        __retry_next,
                        "billing",
                        |event| self.log(event),
                    );
                },
            ) {
                crate::reexports::retry_core::__private::Step::Return(
                    __retry_outcome,
                ) => return __retry_outcome,
                crate::reexports::retry_core::__private::Step::Wait(__retry_wait) => {
                    __retry_wait
                }
            };
            let __retry_pause = crate::reexports::retry_core::__private::pause_with(
                &(self.sleep),
                __retry_wait,
            );
            __retry_pause.await;
        }
    }
}
