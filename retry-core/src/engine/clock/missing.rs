//! In the place of the clocks of a system.

/// No time: a call has to be given a clock.
#[derive(Clone, Copy, Debug)]
pub struct Started;

/// No time: a call has to be given a clock.
#[derive(Clone, Copy, Debug)]
pub struct StartedBlocking;

impl Started {
    /// Begins a call that will be given a clock.
    #[must_use]
    pub fn now() -> Self {
        Self
    }
}

impl StartedBlocking {
    /// Begins a call that will be given a clock.
    #[must_use]
    pub fn now() -> Self {
        Self
    }
}
