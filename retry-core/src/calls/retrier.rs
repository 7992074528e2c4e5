use alloc::sync::Arc;
use core::borrow::Borrow;
use core::fmt;
use core::time::Duration;

use super::breaker::IntoBreaker;
use super::shared::{AsTimeout, IntoBudget, Shared};
use crate::decision::{CircuitBreaker, RetryBudget, SharedBreaker};
use crate::engine::failed::HookAnswer;
use crate::engine::name::Name;
use crate::engine::observer::SharedHooks;
use crate::engine::{ErrorText, GiveUpEvent, RetryEvent};
use crate::policy::RetryPolicy;

/// What many calls share: a policy, and optionally a timeout, a budget, a breaker, hooks and a name.
///
/// A client keeps a retrier beside its connection, for example with a [`RetryPolicy`] from a file. A clone of a retrier
/// shares its budget and its breaker. Cloning copies the policy and counts at most three references. A retrier with a
/// policy alone does not allocate.
///
/// Annotated functions take a retrier as `with = …`. [`retry`](Self::retry), [`retry_blocking`](Self::retry_blocking)
/// and [`start`](Self::start) use it for closures and loops. An option of the function or the call replaces that of the
/// retrier. Hooks are the exception: those of the call are called first, and then those of the retrier.
///
#[cfg_attr(feature = "macros", doc = "```")]
#[cfg_attr(not(feature = "macros"), doc = "```ignore")]
/// use std::io;
/// use std::sync::Arc;
/// use std::time::Duration;
/// use retry_core::{Retrier, RetryBudget, RetryPolicy, retry};
///
/// struct Client {
///     retries: Retrier,
/// }
///
/// impl Client {
///     fn new(policy: RetryPolicy) -> Self {
///         let retries = Retrier::new(policy)
///             .with_timeout(Duration::from_secs(5))
///             .with_budget(Arc::new(RetryBudget::new(100, 0.1)))
///             .on_retry(|event| eprintln!("{event}"));
///         Self { retries }
///     }
///
///     #[retry(with = self.retries)]
///     async fn fetch(&self, path: &str) -> io::Result<String> {
///         // …
/// #       if path == "/slow" { std::future::pending().await }
///         Ok(format!("body of {path}"))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let client = Client::new(RetryPolicy::default());
/// assert_eq!(client.fetch("/").await.unwrap(), "body of /");
/// assert_eq!(client.fetch("/slow").await.unwrap_err().kind(), io::ErrorKind::TimedOut);
/// # }
/// ```
#[derive(Clone)]
pub struct Retrier {
    pub(crate) shared: Shared<'static>,
    pub(crate) breaker: Option<SharedBreaker<'static>>,
}

impl Retrier {
    /// A retrier with a policy alone.
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// static RETRIES: Retrier = Retrier::new(RetryPolicy::builder().attempts(3).build_const());
    ///
    /// assert_eq!(RETRIES.policy().attempts(), 3);
    /// assert_eq!(RETRIES.timeout(), None);
    /// ```
    #[must_use]
    pub const fn new(policy: RetryPolicy) -> Self {
        Self { shared: Shared::new(policy), breaker: None }
    }

    /// This retrier with another policy.
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// let retrier = Retrier::new(RetryPolicy::default()).with_name("billing");
    /// let patient = retrier.with_policy(RetryPolicy::builder().attempts(12).build()?);
    /// assert_eq!((patient.policy().attempts(), patient.name()), (12, Some("billing")));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    #[must_use]
    pub fn with_policy(mut self, policy: RetryPolicy) -> Self {
        self.shared.policy = policy;
        self
    }

    /// Sets the time that each attempt may take: a `Duration`, or an `Option` of one. `None` sets no limit.
    ///
    /// Blocking calls and loops written by hand ignore the timeout, because nothing can end their attempts.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// let retrier = Retrier::new(RetryPolicy::default()).with_timeout(Duration::from_secs(5));
    /// assert_eq!(retrier.timeout(), Some(Duration::from_secs(5)));
    /// assert_eq!(retrier.with_timeout(None).timeout(), None);
    /// ```
    #[must_use]
    pub fn with_timeout(mut self, timeout: impl AsTimeout) -> Self {
        self.shared.timeout = timeout.timeout();
        self
    }

    /// Sets the budget that all calls share: an `Arc<RetryBudget>`, a `&'static RetryBudget`, or an `Option` of an
    /// `Arc`. `None` sets no budget.
    ///
    /// ```
    /// use retry_core::{Retrier, RetryBudget, RetryPolicy};
    ///
    /// static BUDGET: RetryBudget = RetryBudget::new(100, 0.1);
    ///
    /// let retrier = Retrier::new(RetryPolicy::default()).with_budget(&BUDGET);
    /// assert_eq!(retrier.budget().map(RetryBudget::capacity), Some(100));
    /// assert!(retrier.with_budget(None).budget().is_none());
    /// ```
    #[must_use]
    pub fn with_budget(mut self, budget: impl IntoBudget) -> Self {
        self.shared.budget = budget.budget();
        self
    }

    /// Sets the breaker that each attempt asks: an `Arc<CircuitBreaker>`, a `&'static CircuitBreaker`, or an `Option`
    /// of an `Arc`. `None` sets no breaker.
    ///
    /// A loop written by hand makes its attempts itself, so it has to ask the breaker itself: see
    /// [`CircuitBreaker::permit`].
    ///
    /// ```
    /// use std::io::Error;
    /// use retry_core::{CircuitBreaker, Retrier, RetryPolicy};
    ///
    /// static PAYMENTS: CircuitBreaker =
    ///     CircuitBreaker::builder().name("payments").consecutive_failures(1).build_const();
    ///
    /// let retrier = Retrier::new(RetryPolicy::default()).with_breaker(&PAYMENTS);
    /// PAYMENTS.permit()?.failed();
    /// let error = retrier.retry_blocking(|| Ok::<(), Error>(())).run().unwrap_err();
    /// assert!(error.to_string().starts_with("the circuit breaker `payments` is open"));
    /// # Ok::<(), retry_core::BreakerOpen>(())
    /// ```
    #[must_use]
    pub fn with_breaker(mut self, breaker: impl IntoBreaker) -> Self {
        self.breaker = breaker.breaker();
        self
    }

    /// Sets the name of closures and loops in events, logs and metrics.
    ///
    /// A [name](crate::Retry::name) of the call replaces it. An annotated function always has its own name.
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// let retrier = Retrier::new(RetryPolicy::default()).with_name("billing");
    /// assert_eq!(retrier.name(), Some("billing"));
    /// ```
    #[must_use]
    pub fn with_name(mut self, name: &'static str) -> Self {
        self.shared.name = Name::Given(name);
        self
    }

    /// Adds a hook that is called after each failed attempt that another attempt follows, before the wait, in every
    /// call.
    ///
    /// The calls of a retrier have errors of different types, so the hook gets the [text](ErrorText) of an error. The
    /// error of an annotated function has a text if its type allows. Other calls need
    /// [`as_error`](crate::Retry::as_error) for it. A panic in the hook unwinds to the caller.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let lines = Arc::new(Mutex::new(Vec::new()));
    /// let log = Arc::clone(&lines);
    /// let retrier = Retrier::new(RetryPolicy::default()).with_name("billing");
    /// let retrier = retrier.on_retry(move |event| log.lock().unwrap().push(event.to_string()));
    ///
    /// let call = retrier.retry(async || Err::<(), _>(std::io::Error::from(std::io::ErrorKind::TimedOut)));
    /// assert!(call.as_error(|error| error).await.is_err());
    /// assert_eq!(lines.lock().unwrap().len(), 5);
    /// assert!(lines.lock().unwrap()[0].starts_with("billing: attempt 1 failed: timed out; next in "));
    /// # }
    /// ```
    #[must_use]
    pub fn on_retry<V: HookAnswer>(
        mut self,
        hook: impl Fn(&RetryEvent<'_, ErrorText<'_>>) -> V + Send + Sync + 'static,
    ) -> Self {
        let hook = move |event: &RetryEvent<'_, ErrorText<'_>>| {
            hook(event);
        };
        self.shared.hooks.add_on_retry(Arc::new(hook));
        self
    }

    /// Adds a hook that is called when a call gives up, for any reason. It gets errors as [`on_retry`](Self::on_retry)
    /// does.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use retry_core::{GiveUpReason, Retrier, RetryPolicy};
    ///
    /// static SPENT: AtomicU32 = AtomicU32::new(0);
    ///
    /// let retrier = Retrier::new(RetryPolicy::builder().attempts(1).build()?).on_give_up(|event| {
    ///     SPENT.fetch_add(u32::from(event.reason == GiveUpReason::Attempts), Ordering::Relaxed);
    /// });
    /// let call = retrier.retry_blocking(|| Err::<(), _>("locked")).no_breaker().transient(|_| true);
    /// assert_eq!(call.run(), Err("locked"));
    /// assert_eq!(SPENT.load(Ordering::Relaxed), 1);
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    #[must_use]
    pub fn on_give_up<V: HookAnswer>(
        mut self,
        hook: impl Fn(&GiveUpEvent<'_, ErrorText<'_>>) -> V + Send + Sync + 'static,
    ) -> Self {
        let hook = move |event: &GiveUpEvent<'_, ErrorText<'_>>| {
            hook(event);
        };
        self.shared.hooks.add_on_give_up(Arc::new(hook));
        self
    }

    /// The policy.
    ///
    /// ```
    /// # use retry_core::{Retrier, RetryPolicy};
    /// assert_eq!(Retrier::default().policy(), &RetryPolicy::default());
    /// ```
    #[must_use]
    pub const fn policy(&self) -> &RetryPolicy {
        &self.shared.policy
    }

    /// The time that each attempt may take; `None` if there is no limit.
    ///
    /// ```
    /// # use retry_core::Retrier;
    /// assert_eq!(Retrier::default().timeout(), None);
    /// ```
    #[must_use]
    pub const fn timeout(&self) -> Option<Duration> {
        self.shared.timeout
    }

    /// The budget that the calls share, if there is one.
    ///
    /// ```
    /// # use retry_core::Retrier;
    /// assert!(Retrier::default().budget().is_none());
    /// ```
    #[must_use]
    #[inline]
    pub fn budget(&self) -> Option<&RetryBudget> {
        self.shared.budget()
    }

    /// The breaker that each attempt asks, if there is one.
    ///
    /// ```
    /// # use retry_core::Retrier;
    /// assert!(Retrier::default().breaker().is_none());
    /// ```
    #[must_use]
    #[inline]
    pub fn breaker(&self) -> Option<&CircuitBreaker> {
        self.breaker.as_ref().map(Borrow::borrow)
    }

    /// The name that was set by [`with_name`](Self::with_name).
    ///
    /// ```
    /// # use retry_core::Retrier;
    /// assert_eq!(Retrier::default().name(), None);
    /// assert_eq!(Retrier::default().with_name("billing").name(), Some("billing"));
    /// ```
    #[must_use]
    pub const fn name(&self) -> Option<&'static str> {
        self.shared.name.given()
    }

    pub(crate) fn hooks(&self) -> &SharedHooks {
        self.shared.hooks()
    }

    /// Whether a call needs the time since its start.
    #[inline]
    pub(crate) fn needs_clock(&self) -> bool {
        self.shared.needs_clock()
    }
}

/// A retrier with this policy alone.
impl From<RetryPolicy> for Retrier {
    fn from(policy: RetryPolicy) -> Self {
        Self::new(policy)
    }
}

impl Default for Retrier {
    /// A retrier with the default policy alone.
    fn default() -> Self {
        Self::new(RetryPolicy::default())
    }
}

impl fmt::Debug for Retrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shared { policy, name: _, timeout, budget: _, hooks } = &self.shared;
        f.debug_struct("Retrier")
            .field("name", &self.name())
            .field("policy", policy)
            .field("timeout", timeout)
            .field("budget", &self.budget())
            .field("breaker", &self.breaker())
            .field("hooks", hooks)
            .finish()
    }
}
