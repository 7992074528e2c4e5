#[automatically_derived]
impl patience::Transient for StatusError {
    fn verdict(&self) -> patience::Verdict {
        match self {
            Self { .. } => {
                let __retry_when: fn(&Self) -> _ = Self::is_busy;
                patience::__private_0_1_0::when(__retry_when(self))
            }
        }
    }
}
