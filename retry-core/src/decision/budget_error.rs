use core::error::Error;
use core::fmt;

/// Why a [`RetryBudget`](crate::RetryBudget) could not be built.
///
/// ```
/// use retry_core::{BudgetError, RetryBudget};
///
/// let error = RetryBudget::try_new(100, 0.000_1).unwrap_err();
/// assert_eq!(error, BudgetError::DepositTooSmall);
/// assert_eq!(error.to_string(), "`deposit` counts in thousandths of a token: use at least 0.001");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BudgetError {
    /// The number of tokens is 0.
    NoTokens,
    /// The number of tokens is above 4,000,000.
    TooManyTokens,
    /// The deposit is not a number from 0 to 1,000.
    DepositOutOfRange,
    /// The deposit is above 0 and below 0.001.
    DepositTooSmall,
}

impl BudgetError {
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::NoTokens => "a budget of 0 tokens allows no retry: give it at least 1",
            Self::TooManyTokens => "a budget holds at most 4,000,000 tokens",
            Self::DepositOutOfRange => "`deposit` is a number of tokens from 0 to 1,000, such as 0.1",
            Self::DepositTooSmall => "`deposit` counts in thousandths of a token: use at least 0.001",
        }
    }
}

impl fmt::Display for BudgetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl Error for BudgetError {}
