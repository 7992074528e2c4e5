//! What a call remembers of its delays, and of the testing scope that it runs in.

use std::time::Duration;

use crate::testing::Identity;

/// Remembers the last delay, if it has to, and under which identity a call that can be moved is recorded.
pub trait Memory {
    /// The last delay; zero before the first, and where nobody asks for it.
    fn previous(&self) -> Duration;

    fn remember(&mut self, delay: Duration);

    /// `None` for a call that stays where it is.
    fn identity(&mut self) -> Option<&mut Identity>;
}

/// Nothing: every jitter but the decorrelated one follows a curve.
#[derive(Clone, Copy, Debug)]
pub struct Forgetful;

impl Memory for Forgetful {
    fn previous(&self) -> Duration {
        Duration::ZERO
    }

    fn remember(&mut self, _delay: Duration) {}

    fn identity(&mut self) -> Option<&mut Identity> {
        None
    }
}

/// The last delay.
#[derive(Clone, Copy, Debug)]
pub struct Remembering(Duration);

impl Remembering {
    pub(super) const NOTHING: Self = Self(Duration::ZERO);
}

impl Memory for Remembering {
    fn previous(&self) -> Duration {
        self.0
    }

    fn remember(&mut self, delay: Duration) {
        self.0 = delay;
    }

    fn identity(&mut self) -> Option<&mut Identity> {
        None
    }
}

/// The last delay of a call that may lie elsewhere at its next attempt, as one whose loop is written by hand. In the
/// parts of a `Duration`, which leave room for the identity.
#[derive(Debug)]
pub(super) struct Movable {
    seconds: u64,
    nanos: u32,
    identity: Identity,
}

impl Movable {
    pub(super) const NOTHING: Self = Self { seconds: 0, nanos: 0, identity: Identity::NONE };
}

impl Memory for Movable {
    fn previous(&self) -> Duration {
        Duration::new(self.seconds, self.nanos)
    }

    fn remember(&mut self, delay: Duration) {
        (self.seconds, self.nanos) = (delay.as_secs(), delay.subsec_nanos());
    }

    fn identity(&mut self) -> Option<&mut Identity> {
        Some(&mut self.identity)
    }
}
