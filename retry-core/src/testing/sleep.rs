use std::time::Duration;

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
        None => panic!("`retry_core::testing::sleep` is for what runs in a testing scope that skips waits"),
    }
}
