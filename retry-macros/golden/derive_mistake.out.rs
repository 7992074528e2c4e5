#[automatically_derived]
impl<E> ::retry_core::Transient for BillingError<E> {
    fn verdict(&self) -> ::retry_core::Verdict {
        ::retry_core::Verdict::Permanent
    }
}
::core::compile_error! {
    "unknown option `fwd`: the options are `retry_after`, `forward`, `when` and `crate`"
}
::core::compile_error! {
    "`Throttled` has no field `aftr`: did you mean `after`?"
}
