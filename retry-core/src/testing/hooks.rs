//! The questions that the engine asks the current scope.
//!
//! The engine asks through a pointer that the first scope sets. So a program that never runs a scope does not link the
//! code of scopes.

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

/// The answers of the current scope of this thread. Outside of a scope each answer is that nothing changes.
pub(crate) trait Hooks: Sync {
    /// The sum of all skipped waits: the time of the scope's clock.
    fn skipped(&self) -> Duration;

    /// Whether waits are skipped.
    fn skips_waits(&self) -> bool;

    /// Whether skipped time is the only time that counts.
    fn has_virtual_clock(&self) -> bool;

    /// The largest number of attempts of a call.
    fn max_attempts(&self) -> u32;

    /// Calls `decide` for the failed attempt of this number, with the scope's limit of attempts and the scope's random
    /// source, and records the decision.
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

    /// A wait on the scope's clock; `None` if the scope does not skip waits.
    fn wait(&self, delay: Duration) -> Option<VirtualWait>;

    /// The end of an attempt's timeout on the scope's clock; `None` if that clock is not virtual.
    fn limit(&self, time: Duration) -> Option<VirtualWait>;

    /// Moves the scope's clock on by a wait that blocks; `false` if the scope does not skip waits.
    fn skip(&self, delay: Duration) -> bool;
}

/// Gives the identity of the call. It is called only in a scope, because the first time a number is made.
pub(crate) type Identify<'c> = dyn FnMut() -> CallId + 'c;

/// Makes a decision with this limit of attempts and this random source.
pub(crate) type Decide<'d> = dyn FnMut(u32, &mut dyn RandomBits) -> Decision + 'd;

/// A wait on a scope's clock.
pub(crate) type VirtualWait = Pin<Box<dyn SkippedWait>>;

/// A wait with the auto traits that the future of a call must have.
pub(crate) trait SkippedWait: Future<Output = ()> + Debug + Send + Sync + UnwindSafe + RefUnwindSafe {}

#[cfg(feature = "std")]
static HOOKS: OnceLock<&'static dyn Hooks> = OnceLock::new();

/// Sets the pointer. Scopes do so before they run.
#[cfg(feature = "std")]
pub(super) fn install(hooks: &'static dyn Hooks) {
    HOOKS.get_or_init(|| hooks);
}

/// The answers of scopes; `None` until the program has run its first scope.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn hooks() -> Option<&'static dyn Hooks> {
    HOOKS.get().copied()
}

/// There are no scopes without the standard library.
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

    /// Any scope in the process installs the hooks, that of another test too. So this test runs itself again in a
    /// process of its own.
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
