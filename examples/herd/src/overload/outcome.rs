use std::time::Duration;

use super::{BIN, HORIZON, OUTAGE, QUIET};

/// The result of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How many requests the server can do in one [`BIN`].
    pub capacity: f64,
    /// The requests that reached the server, per [`BIN`].
    pub offered: Vec<u32>,
    /// The requests that it answered with success while the client still waited, per [`BIN`].
    pub good: Vec<u32>,
    /// Calls that ended before the outage, and how many of them with success.
    pub before: Tally,
    /// Calls that ended since the outage began, and how many of them with success.
    pub since: Tally,
    /// Requests taken in after the outage, and how many of them were done while the client still waited.
    pub after: Tally,
    /// After the outage: when an attempt last timed out or was rejected, or a breaker last refused one.
    pub last_refusal: Option<Duration>,
    /// Calls that ended with an error since the outage began.
    pub failed: u32,
    /// How long these calls took in all.
    pub failed_for: Duration,
}

/// A number of things, and how many of them went well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there were.
    pub all: u32,
    /// How many of them went well.
    pub well: u32,
}

impl Tally {
    pub(super) fn count(&mut self, well: bool) {
        self.all += 1;
        self.well += u32::from(well);
    }

    /// The share that went well, or 1 if there was nothing.
    ///
    /// ```
    /// use herd::overload::Tally;
    ///
    /// assert_eq!(Tally { all: 4, well: 3 }.share(), 0.75);
    /// ```
    #[must_use]
    pub fn share(self) -> f64 {
        if self.all == 0 { 1.0 } else { f64::from(self.well) / f64::from(self.all) }
    }
}

impl Outcome {
    pub(super) fn new(capacity: f64) -> Self {
        let bins = bin(HORIZON);
        Self {
            capacity,
            offered: vec![0; bins],
            good: vec![0; bins],
            before: Tally::default(),
            since: Tally::default(),
            after: Tally::default(),
            last_refusal: None,
            failed: 0,
            failed_for: Duration::ZERO,
        }
    }

    /// The highest load offered to the server since it came back, as a multiple of its capacity.
    #[must_use]
    pub fn peak(&self) -> f64 {
        self.highest().map_or(0.0, |(_, most)| f64::from(most) / self.capacity)
    }

    /// When that was: the number of its [`BIN`].
    #[must_use]
    pub fn peak_bin(&self) -> u32 {
        self.highest().map_or(0, |(bin, _)| bin)
    }

    fn highest(&self) -> Option<(u32, u32)> {
        (0..).zip(self.offered.iter().copied()).skip(bin(OUTAGE.end)).max_by_key(|(_, requests)| *requests)
    }

    /// The time from the end of the outage until an attempt last failed because of overload, or a breaker last refused
    /// one. `None` if that still happened within [`QUIET`] before the end of the run.
    #[must_use]
    pub fn recovery(&self) -> Option<Duration> {
        let last = self.last_refusal.unwrap_or(OUTAGE.end);
        (last + QUIET < HORIZON).then(|| last.saturating_sub(OUTAGE.end))
    }

    /// How many attempts reached the server during the outage.
    #[must_use]
    pub fn attempts_in_outage(&self) -> u32 {
        self.offered.iter().take(bin(OUTAGE.end)).skip(bin(OUTAGE.start)).sum()
    }

    /// How long a call that ended with an error kept its caller waiting, on average.
    #[must_use]
    pub fn wait_for_error(&self) -> Duration {
        self.failed_for / self.failed.max(1)
    }

    /// How many attempts reached the server, for each call that ended, since the outage began.
    #[must_use]
    pub fn attempts_per_call(&self) -> f64 {
        let attempts: u32 = self.offered.iter().skip(bin(OUTAGE.start)).sum();
        f64::from(attempts) / f64::from(self.since.all.max(1))
    }
}

/// The bin of a time.
pub(super) fn bin(at: Duration) -> usize {
    usize::try_from(at.as_nanos() / BIN.as_nanos()).expect("a run lasts a minute")
}
