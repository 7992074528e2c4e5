//! How much time a call has taken, read only where an option asks for it.
//!
//! A call has the clock on which its waits take time: the runtime's for async calls, the thread's for blocking ones, or
//! one that it was given. Within a testing scope the waits that were skipped count too.
//!
//! | module | holds |
//! |---|---|
//! | `own` | a clock that a call was given |
//! | `system` | those of the runtime and of the thread |
//! | `missing` | what is in their place without the standard library |

#[cfg(not(feature = "std"))]
mod missing;
mod own;
#[cfg(feature = "std")]
mod system;

use core::time::Duration;

#[cfg(not(feature = "std"))]
pub(crate) use self::missing::{Started, StartedBlocking};
pub use self::own::{OwnClock, own_clock};
#[cfg(feature = "std")]
pub(super) use self::system::now_and_origin;
#[cfg(feature = "std")]
pub use self::system::{Started, StartedBlocking};
use crate::testing::Hooks;

/// Knows the time since a call began, if anyone has asked for it.
#[diagnostic::on_unimplemented(
    message = "nothing tells this call the time, as retry-core is built without its feature `std`",
    label = "needs a clock",
    note = "give it a function that returns the time since some moment: `clock = uptime` in an attribute, `.clock(uptime)` for a loop by hand, where `fn uptime() -> Duration`"
)]
pub trait Clock {
    /// The time since the call began.
    fn elapsed(&self) -> Option<Duration>;
}

#[diagnostic::do_not_recommend]
impl<C: Clock> Clock for Option<C> {
    fn elapsed(&self) -> Option<Duration> {
        self.as_ref().and_then(C::elapsed)
    }
}

/// What a testing scope had skipped when a call began.
#[derive(Clone, Copy, Debug)]
struct Skipped(Duration);

impl Skipped {
    fn so_far() -> Self {
        Self(crate::testing::hooks().map_or(Duration::ZERO, Hooks::skipped))
    }

    /// The time since the call began, where a scope skips waits: what was skipped, and on a clock that is not virtual what
    /// `real` says too.
    fn elapsed(self, real: impl FnOnce() -> Duration) -> Option<Duration> {
        let hooks = crate::testing::hooks().filter(|hooks| hooks.skips_waits())?;
        let skipped = hooks.skipped().saturating_sub(self.0);
        Some(if hooks.has_virtual_clock() { skipped } else { real().saturating_add(skipped) })
    }
}
