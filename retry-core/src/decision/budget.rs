use alloc::sync::Arc;
use core::borrow::Borrow;
use core::fmt;
use core::sync::atomic::{AtomicU32, Ordering};

use super::budget_error::BudgetError;

/// A limit on the retries of all calls that share it: what keeps a fleet from knocking an overloaded service over.
///
/// A bucket of tokens that begins full. Each retry takes one token, before the wait; each call that succeeds puts a
/// fraction of a token back. While nearly everything succeeds nobody notices it; in an outage the tokens are gone
/// after as many retries, and from then on every call returns its own first error at once
/// ([`GiveUpReason::Budget`](crate::GiveUpReason::Budget)), until successes have filled it again. With a deposit of
/// 0.1 retries add at most a tenth to the load in the long run. A call dropped while it waits gives its token back.
///
/// A budget lets every first attempt through, so the first call after an outage succeeds, and where only some requests fail
/// the others are served. Its price is that a call to a server which does not answer still waits for one timeout. A
/// [`CircuitBreaker`](crate::CircuitBreaker#breaker-or-budget) keeps first attempts away too; its documentation compares the
/// two.
///
/// The mechanism is that of gRPC's
/// [retry throttling](https://github.com/grpc/proposal/blob/master/A6-client-retries.md#throttling-retry-attempts-and-hedged-rpcs),
/// counted per retry. Levels are kept in thousandths of a token.
///
/// A server that is used to 70 % and goes down for ten seconds, simulated by the example `herd`. Retries keep it
/// down, however well they are spread, unless a budget bounds them:
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
    /// In thousandths of a token, like the rest; never above `capacity`.
    level: AtomicU32,
    capacity: u32,
    deposit: u32,
}

const TOKEN: u32 = 1_000;

impl RetryBudget {
    /// A full budget of so many `tokens`, of which each success puts the fraction `deposit` back, to a thousandth.
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
    /// When `tokens` is not within 1 and 4,000,000, or `deposit` not within 0 and 1,000 or too small to count. In a
    /// `static` or `const` that is a compile error.
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
    /// Where [`new`](Self::new) panics. The error names the number at fault.
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

    /// How many tokens there are now.
    ///
    /// ```
    /// # use retry_core::RetryBudget;
    /// assert_eq!(RetryBudget::new(10, 0.5).level(), 10.0);
    /// ```
    #[must_use]
    pub fn level(&self) -> f64 {
        f64::from(self.level.load(Ordering::Relaxed)) / f64::from(TOKEN)
    }

    /// How many tokens it holds when it is full.
    ///
    /// ```
    /// # use retry_core::RetryBudget;
    /// assert_eq!(RetryBudget::new(10, 0.5).capacity(), 10);
    /// ```
    #[must_use]
    pub const fn capacity(&self) -> u32 {
        self.capacity / TOKEN
    }

    /// Takes a token for a retry; `false` when there is none. The drivers do it by themselves.
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

    /// Puts the fraction of a token back that a success is worth. The drivers do it by themselves.
    ///
    /// ```
    /// # use retry_core::RetryBudget;
    /// let budget = RetryBudget::new(1, 0.1);
    /// budget.deposit();
    /// assert_eq!(budget.level(), 1.0);
    /// ```
    #[inline]
    pub fn deposit(&self) {
        // A full budget is only read: calls that succeed do not contend for it.
        if self.level.load(Ordering::Relaxed) < self.capacity {
            self.add(self.deposit);
        }
    }

    /// Out of line, as every wait that can be dropped does it.
    #[cold]
    #[inline(never)]
    fn put_back(&self) {
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

/// A budget that a call holds: one that it borrows, or one that is counted.
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

/// The token that a retry has taken from its budget, if it has one. It goes back if the retry is not made after all: the
/// call was dropped while it waited, or a hook has panicked.
#[derive(Debug)]
pub struct BudgetToken<B: Borrow<RetryBudget>>(Option<B>);

impl<B: Borrow<RetryBudget>> BudgetToken<B> {
    /// Holds a token that was [withdrawn](RetryBudget::withdraw).
    #[inline]
    #[must_use]
    pub const fn held(budget: Option<B>) -> Self {
        Self(budget)
    }

    /// Somebody else holds the token from now on.
    pub(crate) fn hand_over(mut self) {
        self.0 = None;
    }

    /// The retry is made.
    #[inline]
    pub fn spend(&mut self) {
        self.0 = None;
    }
}

impl<B: Borrow<RetryBudget>> Drop for BudgetToken<B> {
    #[inline]
    fn drop(&mut self) {
        if let Some(budget) = &self.0 {
            budget.borrow().put_back();
        }
    }
}
