#[automatically_derived]
impl<E, const N: usize> ::retry_core::Transient for BillingError<E, N>
where
    Box<E>: ::retry_core::Transient,
{
    fn verdict(&self) -> ::retry_core::Verdict {
        match self {
            Self::Busy { .. } => ::retry_core::Verdict::Transient,
            Self::Throttled { after: __retry_0, .. } => {
                ::retry_core::__private_0_1_0::retry_after(__retry_0)
            }
            Self::Transport { 0: __retry_0, .. } => {
                ::retry_core::__private_0_1_0::forward(__retry_0)
            }
            Self::Status { 0: __retry_0, 1: __retry_1, .. } => {
                let __retry_when: fn(&u16, &[u8; N]) -> _ = |status, body| {
                    *status >= 500 && body.is_empty()
                };
                ::retry_core::__private_0_1_0::when(__retry_when(__retry_0, __retry_1))
            }
            _ => ::retry_core::Verdict::Permanent,
        }
    }
}
