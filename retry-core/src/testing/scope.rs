use alloc::sync::Arc;
use core::future::Future;
use std::sync::Mutex;

use super::current::{Settings, Shared, State, Time, lock};
use super::future::ScopedFuture;
use super::hooks::install;
use super::scope_hooks::CurrentScope;
use super::trace::Trace;
use crate::scope::Entered;

/// Sets how calls retry in a test, and records them; see the [module](super).
///
/// By default the seed is 0, waits are skipped, and calls make as many attempts as their policies allow. A clone is the
/// same scope: both have one trace and one clock.
///
/// ```
/// use retry_core::RetryPolicy;
/// use retry_core::testing::Scope;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let at_once = Scope::new().max_attempts(1);
/// let call = RetryPolicy::default().retry(async || Err::<(), _>("busy")).transient(|_| true);
/// assert_eq!(at_once.run(call).await, Err("busy"));
/// assert_eq!(at_once.trace().calls()[0].attempts(), 1);
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a scope does nothing until something runs in it"]
pub struct Scope {
    settings: Settings,
    state: Arc<Mutex<State>>,
}

impl Scope {
    /// A scope that skips waits, with the seed 0.
    ///
    /// ```
    /// # use retry_core::testing::Scope;
    /// assert_eq!(Scope::new().trace().calls(), []);
    /// ```
    pub fn new() -> Self {
        let settings = Settings { seed: 0, time: Time::WaitsSkipped, max_attempts: u32::MAX };
        Self { settings, state: Arc::default() }
    }

    /// Sets the seed of the jitter, for calls with their own random source too. Default: 0.
    ///
    /// The first call that fails gets the delays of `policy.delays(Xoshiro256PlusPlus::seed_from_u64(seed))`. The
    /// second call gets the delays of `seed + 1`, and so on.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use retry_core::RetryPolicy;
    /// use retry_core::testing::Scope;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let policy = RetryPolicy::default();
    /// let scope = Scope::new().seed(42);
    /// scope.run(policy.retry(async || Err::<(), _>("busy")).transient(|_| true)).await.unwrap_err();
    /// let delays = scope.trace().calls()[0].waits().iter().map(|wait| wait.delay).collect::<Vec<_>>();
    /// assert!(policy.delays(Xoshiro256PlusPlus::seed_from_u64(42)).eq(delays));
    /// # }
    /// ```
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// Limits the attempts of every call. 1 switches retries off, and 0 counts as 1. Default: no limit but the
    /// policy's.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    /// use retry_core::testing::Scope;
    ///
    /// let scope = Scope::new().max_attempts(2);
    /// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
    /// assert_eq!(scope.run_blocking(|| call.run()), Err("locked"));
    /// assert_eq!(scope.trace().calls()[0].attempts(), 2);
    /// ```
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.settings.max_attempts = attempts;
        self
    }

    /// Does not skip waits: calls wait on the runtime's clock. For a test that measures time or pauses tokio's clock.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    /// use retry_core::testing::Scope;
    /// use tokio::time::{Duration, Instant};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let (scope, began) = (Scope::new().with_real_waits(), Instant::now());
    /// let call = RetryPolicy::default().retry(async || Err::<(), _>("busy")).transient(|_| true);
    /// assert_eq!(scope.run(call).await, Err("busy"));
    /// let waited: Duration = scope.trace().calls()[0].waits().iter().map(|wait| wait.delay).sum();
    /// assert!(began.elapsed() >= waited);
    /// # }
    /// ```
    pub fn with_real_waits(mut self) -> Self {
        self.settings.time = Time::Real;
        self
    }

    /// Uses the scope's clock for everything: waits, timeouts, deadlines and elapsed times. No real time counts.
    ///
    /// Elapsed times are then exact sums of waits, timeouts and [`sleep`](super::sleep)s, on every runtime and without
    /// one.
    ///
    /// A timeout is over when everything in the scope waits and the end of the timeout comes next. So an attempt that
    /// never ends times out at once. Use this clock with fake operations that wait for nothing outside the scope, and
    /// that take their time with [`sleep`](super::sleep).
    ///
    /// ```
    /// use std::future::pending;
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    /// use retry_core::testing::{Scope, sleep};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let minute = Duration::from_secs(60);
    /// let scope = Scope::new().with_virtual_clock();
    /// let call = RetryPolicy::default().retry(pending::<std::io::Result<()>>).timeout(minute);
    /// assert_eq!(scope.run(call).await.unwrap_err().to_string(), "the attempt timed out after 1min");
    ///
    /// let call = RetryPolicy::default().retry(async || Ok::<_, std::io::Error>(sleep(minute).await));
    /// assert!(scope.run(call.timeout(2 * minute)).await.is_ok());
    /// # }
    /// ```
    pub fn with_virtual_clock(mut self) -> Self {
        self.settings.time = Time::Virtual;
        self
    }

    /// Runs a future in this scope.
    ///
    /// If the future blocks its thread on another future, as with tokio's `block_in_place` and `Handle::block_on`, the
    /// waits of that other future never end. Put a [`run_blocking`](Self::run_blocking) around the other future.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    /// use retry_core::testing::Scope;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let mut attempts = 0;
    /// let call = RetryPolicy::default().retry(|| {
    ///     attempts += 1;
    ///     std::future::ready(if attempts < 3 { Err("busy") } else { Ok(attempts) })
    /// });
    /// assert_eq!(Scope::new().run(call.transient(|_| true)).await, Ok(3));
    /// # }
    /// ```
    pub fn run<F: Future>(&self, future: F) -> ScopedFuture<F> {
        ScopedFuture::new(self.shared(true), future)
    }

    /// Runs a function that blocks in this scope.
    ///
    /// A future that the function blocks on, as with tokio's `Runtime::block_on`, is in the scope too.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    /// use retry_core::testing::Scope;
    ///
    /// let scope = Scope::new();
    /// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
    /// assert_eq!(scope.run_blocking(|| call.run()), Err("locked"));
    /// assert_eq!(scope.trace().calls()[0].attempts(), 6);
    /// ```
    ///
    /// # Panics
    ///
    /// If the function panics.
    pub fn run_blocking<T>(&self, function: impl FnOnce() -> T) -> T {
        let _entered = Entered::testing(self.shared(false));
        function()
    }

    /// A copy of what this scope and its clones have recorded so far.
    ///
    /// ```
    /// use retry_core::testing::{Scope, Trace};
    ///
    /// assert_eq!(Scope::new().trace(), Trace::default());
    /// ```
    #[must_use]
    pub fn trace(&self) -> Trace {
        lock(&self.state).records.trace()
    }

    fn shared(&self, is_driven: bool) -> Arc<Shared> {
        install(&CurrentScope);
        Arc::new(Shared { settings: self.settings, state: Arc::clone(&self.state), is_driven })
    }
}

impl Default for Scope {
    fn default() -> Self {
        Self::new()
    }
}
