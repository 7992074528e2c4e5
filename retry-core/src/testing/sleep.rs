use core::time::Duration;

use super::hooks::hooks;

/// Waits on the clock of the current scope: what a fake operation does to take time.
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
/// Outside of a scope, and in a scope that does not skip waits. Use the runtime's `sleep` there.
pub async fn sleep(time: Duration) {
    match hooks().and_then(|hooks| hooks.wait(time)) {
        Some(wait) => wait.await,
        None => {
            panic!("`testing::sleep` works only in a testing scope that skips waits: use the runtime's `sleep` here")
        }
    }
}

/// [`sleep`] for a fake operation that blocks.
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
    assert!(
        skipped,
        "`testing::sleep_blocking` works only in a testing scope that skips waits: use `std::thread::sleep` here"
    );
}
