use std::ops::Range;
use std::time::Duration;

use super::OUTAGE;

/// What is wrong with the server during [`OUTAGE`].
///
/// ```
/// use herd::overload::Outage;
///
/// assert_eq!(Outage::ALL.map(Outage::name), ["down", "hangs", "half fails"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outage {
    /// It refuses every request at once, and every client notices when that begins.
    Down,
    /// It answers no request: each attempt takes its whole timeout.
    Hangs,
    /// It refuses every second request at once, by lot, and serves the others.
    HalfFails,
}

impl Outage {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::Down, Self::Hangs, Self::HalfFails];

    /// Those that no client notices before its own attempt.
    pub const OTHERS: [Self; 2] = [Self::Hangs, Self::HalfFails];

    /// What it is called in tables and pictures.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Hangs => "hangs",
            Self::HalfFails => "half fails",
        }
    }

    /// When the server does nothing.
    pub(super) const fn stops_the_server(self) -> Range<Duration> {
        match self {
            Self::Down | Self::Hangs => OUTAGE,
            Self::HalfFails => Duration::ZERO..Duration::ZERO,
        }
    }

    /// Whether every client notices when it begins.
    pub(super) const fn breaks_connections(self) -> bool {
        matches!(self, Self::Down)
    }

    /// Whether a request that is not served gets no answer.
    pub(super) const fn is_silent(self) -> bool {
        matches!(self, Self::Hangs)
    }

    /// Whether every second request is refused.
    pub(super) const fn refuses_some(self) -> bool {
        matches!(self, Self::HalfFails)
    }
}
