//! The questions that the engine asks the scope of a call. The engine does not know the type of the scope, so a program
//! that never runs a scope does not link one.

use alloc::boxed::Box;
use core::fmt::Debug;
use core::future::Future;
use core::panic::{RefUnwindSafe, UnwindSafe};
use core::pin::Pin;
use core::time::Duration;
#[cfg(feature = "std")]
use std::sync::OnceLock;

use super::identity::CallId;
use crate::decision::Decision;
use crate::policy::RandomBits;

/// Answers for the current scope, which is the one of what is being polled on this thread. Without one there is nothing
/// to say.
pub(crate) trait Hooks: Sync {
    /// The time of all skipped waits.
    fn skipped(&self) -> Duration;

    /// Whether waits are skipped.
    fn skips_waits(&self) -> bool;

    /// Whether no other time counts than what has been skipped.
    fn has_virtual_clock(&self) -> bool;

    /// How many attempts a call may make.
    fn max_attempts(&self) -> u32;

    /// Decides about the failed attempt of this number with the attempts and the jitter of the scope, and records the
    /// decision.
    fn decide(
        &self,
        call: &mut Identify<'_>,
        name: &'static str,
        attempt: u32,
        decide: &mut Decide<'_>,
    ) -> Option<Decision>;

    /// Records that the last wait of a call was cut short, and no attempt came after it.
    fn cut_wait(&self, call: &mut Identify<'_>);

    /// Records the success of a call that has failed before.
    fn succeeded(&self, call: &mut Identify<'_>);

    /// A wait on the clock of the scope, if it skips waits.
    fn wait(&self, delay: Duration) -> Option<VirtualWait>;

    /// The end of an attempt's time on the clock of the scope, if that is virtual.
    fn limit(&self, time: Duration) -> Option<VirtualWait>;

    /// Lets a wait that blocks pass at once, if the scope skips waits.
    fn skip(&self, delay: Duration) -> bool;
}

/// Tells the scope which call it is. Called only in a scope.
pub(crate) type Identify<'c> = dyn FnMut() -> CallId + 'c;

/// Makes the decision for at most this number of attempts, with this jitter.
pub(crate) type Decide<'d> = dyn FnMut(u32, &mut dyn RandomBits) -> Decision + 'd;

/// A wait on a scope's clock.
pub(crate) type VirtualWait = Pin<Box<dyn SkippedWait>>;

/// The wait has the traits that a future around it needs.
pub(crate) trait SkippedWait: Future<Output = ()> + Debug + Send + Sync + UnwindSafe + RefUnwindSafe {}

#[cfg(feature = "std")]
static HOOKS: OnceLock<&'static dyn Hooks> = OnceLock::new();

/// From now on there are scopes.
#[cfg(feature = "std")]
pub(super) fn install(hooks: &'static dyn Hooks) {
    HOOKS.get_or_init(|| hooks);
}

/// Returns `None` until the first scope has run.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn hooks() -> Option<&'static dyn Hooks> {
    HOOKS.get().copied()
}

/// Without the standard library nothing says in which scope the running code is, and there are none.
#[cfg(not(feature = "std"))]
#[inline]
pub(crate) fn hooks() -> Option<&'static dyn Hooks> {
    None
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::process::Command;
    use std::{env, thread};

    use super::super::Scope;
    use super::*;

    /// Any scope in the process installs the hooks, also that of another test. So this test runs itself again in a process
    /// of its own.
    #[test]
    fn nobody_is_asked_before_something_runs_in_a_scope() {
        const ALONE: &str = "RETRY_CORE_TEST_IS_ALONE";
        if env::var_os(ALONE).is_none() {
            let name = thread::current().name().unwrap().to_owned();
            let mut again = Command::new(env::current_exe().unwrap());
            let output = again.args(["--exact", &name]).env(ALONE, "1").output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && text.contains("1 passed"), "{text}");
            return;
        }
        let scope = Scope::new();
        assert!(hooks().is_none());
        scope.run_blocking(|| assert!(hooks().is_some()));
    }
}
