//! The time since a call began, read only if an option needs it.
//!
//! A call uses the clock of its waits: an async call uses the runtime's clock, and a blocking call uses the operating
//! system's. The user can set another clock. Inside a testing scope skipped waits count too.
//!
//! | module | holds |
//! |---|---|
//! | `own` | a clock of the user |
//! | `system` | the clocks of the runtime and the operating system |
//! | `missing` | what replaces `system` without the standard library |

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

/// The start of a call on some clock.
#[diagnostic::on_unimplemented(
    message = "this call has no clock, because retry-core is built without its feature `std`",
    label = "needs a clock",
    note = "set a function that returns the time since some origin: `clock = uptime` in an attribute, `.clock(uptime)` for a loop by hand, where `fn uptime() -> Duration`"
)]
pub trait Clock {
    /// The time since the call began; `None` if the start was not read.
    fn elapsed(&self) -> Option<Duration>;
}

#[diagnostic::do_not_recommend]
impl<C: Clock> Clock for Option<C> {
    fn elapsed(&self) -> Option<Duration> {
        self.as_ref().and_then(C::elapsed)
    }
}

/// The time of the testing scope's clock when a call began.
#[derive(Clone, Copy, Debug)]
struct Skipped(Duration);

impl Skipped {
    fn so_far() -> Self {
        Self(crate::testing::hooks().map_or(Duration::ZERO, Hooks::skipped))
    }

    /// The time since the call began, in a scope that skips waits; `None` elsewhere. It is the skipped time, and also
    /// the `real` time if the scope's clock is not virtual.
    fn elapsed(self, real: impl FnOnce() -> Duration) -> Option<Duration> {
        let hooks = crate::testing::hooks().filter(|hooks| hooks.skips_waits())?;
        let skipped = hooks.skipped().saturating_sub(self.0);
        Some(if hooks.has_virtual_clock() { skipped } else { real().saturating_add(skipped) })
    }
}
