use alloc::sync::Arc;
use core::borrow::Borrow;
use core::fmt;
use core::sync::atomic::{AtomicU32, Ordering};

use super::budget_error::BudgetError;

/// A limit on the retries of all calls that share the budget, so that retries do not keep an overloaded service down.
///
/// A budget is a bucket of tokens, and is full at first. Each retry takes one token before its wait. Each call that
/// succeeds puts a fraction of a token back, the deposit. As long as most calls succeed, the budget stays nearly full.
/// In an outage the tokens run out. From then on a call that fails gives up at once
/// ([`GiveUpReason::Budget`](crate::GiveUpReason::Budget)) and returns its own error, until successful calls have put
/// tokens back. With a deposit of 0.1 retries add at most a tenth to the load in the long run. A call that is dropped
/// during a wait puts its token back.
///
/// A budget does not limit first attempts. So the first call after an outage succeeds, and if only some requests fail,
/// the others are served. But each call to a server that does not answer waits for one timeout. A
/// [`CircuitBreaker`](crate::CircuitBreaker#breaker-or-budget) refuses first attempts too; its documentation compares
/// the two.
///
/// The mechanism is gRPC's
/// [retry throttling](https://github.com/grpc/proposal/blob/master/A6-client-retries.md#throttling-retry-attempts-and-hedged-rpcs),
/// with two differences: gRPC takes a token for each failure and stops retries at half of the tokens; this budget takes
/// a token for each retry and stops retries when it is empty. Levels are counted in thousandths of a token.
///
/// The figure shows a server at 70 % of its capacity that goes down for ten seconds. The example `herd` simulates it.
/// Retries keep the server down, however well jitter spreads them, unless a budget limits them:
///
#[cfg_attr(doc, doc = include_str!("../../docs/herd/load.svg"))]
///
/// ```
/// use retry_core::RetryBudget;
///
/// static PAYMENTS: RetryBudget = RetryBudget::new(100, 0.1);
///
/// assert!(PAYMENTS.withdraw());
/// assert_eq!(PAYMENTS.level(), 99.0);
/// PAYMENTS.deposit();
/// assert_eq!(PAYMENTS.level(), 99.1);
/// ```
pub struct RetryBudget {
    /// In thousandths of a token; never above `capacity`.
    level: AtomicU32,
    /// In thousandths of a token.
    capacity: u32,
    /// In thousandths of a token.
    deposit: u32,
}

/// One token, in the unit of the levels.
const TOKEN: u32 = 1_000;

impl RetryBudget {
    /// A full budget of `tokens` tokens. Each success puts `deposit` tokens back; the deposit is rounded to a
    /// thousandth.
    ///
    /// ```compile_fail
    /// use retry_core::RetryBudget;
    ///
    /// static EMPTY: RetryBudget = RetryBudget::new(0, 0.1);
    /// # let _ = &EMPTY;
    /// ```
    ///
    /// # Panics
    ///
    /// If `tokens` is not from 1 to 4,000,000, or if `deposit` is neither 0 nor from 0.001 to 1,000. In a `static` or
    /// `const` the panic is a compile error.
    #[must_use]
    #[track_caller]
    pub const fn new(tokens: u32, deposit: f64) -> Self {
        match Self::try_new(tokens, deposit) {
            Ok(budget) => budget,
            Err(error) => panic!("{}", error.message()),
        }
    }

    /// As [`new`](Self::new), for numbers that are only known at run time.
    ///
    /// ```
    /// use retry_core::RetryBudget;
    ///
    /// assert_eq!(RetryBudget::try_new(100, 0.1).unwrap().capacity(), 100);
    /// let error = RetryBudget::try_new(0, 0.1).unwrap_err();
    /// assert_eq!(error.to_string(), "a budget of 0 tokens allows no retry: give it at least 1");
    /// ```
    ///
    /// # Errors
    ///
    /// If a number is out of range, as in [`new`](Self::new). The error names the number.
    pub const fn try_new(tokens: u32, deposit: f64) -> Result<Self, BudgetError> {
        if tokens == 0 {
            return Err(BudgetError::NoTokens);
        }
        if tokens > 4_000_000 {
            return Err(BudgetError::TooManyTokens);
        }
        if !(deposit >= 0.0 && deposit <= 1_000.0) {
            return Err(BudgetError::DepositOutOfRange);
        }
        if deposit > 0.0 && deposit < 0.001 {
            return Err(BudgetError::DepositTooSmall);
        }
        let capacity = tokens * TOKEN;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a million")]
        let deposit = (deposit * TOKEN as f64 + 0.5) as u32;
        Ok(Self { level: AtomicU32::new(capacity), capacity, deposit })
    }

    /// The number of tokens in the budget now, with fractions.
    ///
    /// ```
    /// # use retry_core::RetryBudget;
    /// assert_eq!(RetryBudget::new(10, 0.5).level(), 10.0);
    /// ```
    #[must_use]
    pub fn level(&self) -> f64 {
        f64::from(self.level.load(Ordering::Relaxed)) / f64::from(TOKEN)
    }

    /// The number of tokens in a full budget.
    ///
    /// ```
    /// # use retry_core::RetryBudget;
    /// assert_eq!(RetryBudget::new(10, 0.5).capacity(), 10);
    /// ```
    #[must_use]
    pub const fn capacity(&self) -> u32 {
        self.capacity / TOKEN
    }

    /// Takes one token; `false` if there is less than one. Calls with this budget do so before each retry.
    ///
    /// ```
    /// # use retry_core::RetryBudget;
    /// let budget = RetryBudget::new(1, 0.1);
    /// assert!(budget.withdraw());
    /// assert!(!budget.withdraw());
    /// ```
    #[must_use]
    pub fn withdraw(&self) -> bool {
        self.level.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |level| level.checked_sub(TOKEN)).is_ok()
    }

    /// Puts the deposit of one success back. Calls with this budget do so when they succeed.
    ///
    /// ```
    /// # use retry_core::RetryBudget;
    /// let budget = RetryBudget::new(1, 0.1);
    /// budget.deposit();
    /// assert_eq!(budget.level(), 1.0);
    /// ```
    #[inline]
    pub fn deposit(&self) {
        // A full budget is only read, so that successful calls do not contend for its cache line.
        if self.level.load(Ordering::Relaxed) < self.capacity {
            self.add(self.deposit);
        }
    }

    /// Puts one token back. Not inlined, because every future with a wait contains the call.
    #[cold]
    #[inline(never)]
    fn put_token_back(&self) {
        self.add(TOKEN);
    }

    fn add(&self, amount: u32) {
        let filled = |level: u32| Some(level.saturating_add(amount).min(self.capacity));
        let _ = self.level.fetch_update(Ordering::Relaxed, Ordering::Relaxed, filled);
    }
}

impl fmt::Debug for RetryBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetryBudget")
            .field("level", &self.level())
            .field("capacity", &self.capacity())
            .finish_non_exhaustive()
    }
}

/// The budget of a call, borrowed or reference-counted.
#[derive(Clone, Debug)]
pub enum SharedBudget<'b> {
    Borrowed(&'b RetryBudget),
    Counted(Arc<RetryBudget>),
}

impl Borrow<RetryBudget> for SharedBudget<'_> {
    #[inline]
    fn borrow(&self) -> &RetryBudget {
        match self {
            Self::Borrowed(budget) => budget,
            Self::Counted(budget) => budget,
        }
    }
}

/// The token that a retry has taken from its budget, if the call has a budget.
///
/// Dropping it puts the token back: the call was dropped during the wait, or a hook panicked, and the retry is not
/// made.
#[derive(Debug)]
pub struct BudgetToken<B: Borrow<RetryBudget>>(Option<B>);

impl<B: Borrow<RetryBudget>> BudgetToken<B> {
    /// Holds a token that was [withdrawn](RetryBudget::withdraw) from this budget.
    #[inline]
    #[must_use]
    pub const fn held(budget: Option<B>) -> Self {
        Self(budget)
    }

    /// Drops this without putting the token back: another `BudgetToken` holds it.
    pub(crate) fn hand_over(mut self) {
        self.0 = None;
    }

    /// The retry is made, so its token does not go back.
    #[inline]
    pub fn spend(&mut self) {
        self.0 = None;
    }
}

impl<B: Borrow<RetryBudget>> Drop for BudgetToken<B> {
    #[inline]
    fn drop(&mut self) {
        if let Some(budget) = &self.0 {
            budget.borrow().put_token_back();
        }
    }
}
