use core::time::Duration;

use super::hooks::hooks;

/// Takes time on the clock of the scope around it, for the stand-in of an operation that takes its time.
///
/// ```
/// use std::time::Duration;
/// use retry_core::testing::{End, Scope, sleep};
/// use retry_core::{GiveUpReason, RetryPolicy};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), retry_core::PolicyError> {
/// let policy = RetryPolicy::builder().unlimited_attempts().deadline(Duration::from_secs(600)).build()?;
/// let scope = Scope::new();
/// let call = policy.retry(async || {
///     sleep(Duration::from_secs(200)).await;
///     Err::<(), _>("busy")
/// });
/// assert_eq!(scope.run(call.transient(|_| true)).await, Err("busy"));
/// assert_eq!(scope.trace().calls()[0].end(), Some(End::GaveUp(GiveUpReason::Deadline)));
/// # Ok(())
/// # }
/// ```
///
/// # Panics
///
/// Outside of a scope, and in one that does not skip waits. Time is not the scope's there: take the runtime's `sleep`.
pub async fn sleep(time: Duration) {
    match hooks().and_then(|hooks| hooks.wait(time)) {
        Some(wait) => wait.await,
        None => panic!("`testing::sleep` is for what runs in a testing scope that skips waits"),
    }
}

/// [`sleep`] for the stand-in of an operation that blocks.
///
/// ```
/// use std::time::Duration;
/// use retry_core::RetryPolicy;
/// use retry_core::testing::{Scope, sleep_blocking};
///
/// let call = RetryPolicy::default().retry_blocking(|| {
///     sleep_blocking(Duration::from_secs(20));
///     Err::<(), _>("locked")
/// });
/// let mut took = None;
/// let call = call.transient(|_| false).on_give_up(|event| took = Some(event.elapsed));
/// assert_eq!(Scope::new().run_blocking(|| call.run()), Err("locked"));
/// assert_eq!(took.unwrap().as_secs(), 20);
/// ```
///
/// # Panics
///
/// As [`sleep`].
pub fn sleep_blocking(time: Duration) {
    let skipped = hooks().is_some_and(|hooks| hooks.skip(time));
    assert!(skipped, "`testing::sleep_blocking` is for what runs in a testing scope that skips waits");
}
