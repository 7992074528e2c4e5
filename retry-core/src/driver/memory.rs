//! What a call remembers of its delays.

use std::time::Duration;

/// Remembers the last delay, if it has to.
pub trait Memory {
    fn previous(&mut self) -> Option<&mut Duration>;
}

/// Nothing: every jitter but the decorrelated one follows a curve.
#[derive(Clone, Copy, Debug)]
pub struct Forgetful;

impl Memory for Forgetful {
    #[inline]
    fn previous(&mut self) -> Option<&mut Duration> {
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
    #[inline]
    fn previous(&mut self) -> Option<&mut Duration> {
        Some(&mut self.0)
    }
}
