//! A scenario: the answers of a call's attempts, and what the call has to do.

use std::ops::RangeInclusive;
use std::time::Duration;

use retry_core::{BreakerState, DelaySource, GiveUpReason, RetryPolicy, RetryPolicyBuilder};

use super::here::ms;

/// How an attempt ends.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    Ready,
    NotReady,
    /// Not ready, with the server's hint.
    NotReadyUntil(Duration),
    Busy,
    Broken,
    /// Busy, with the server's hint.
    RetryAfter(Duration),
    /// Busy, and to be asked again after exactly this time.
    WaitExactly(Duration),
}

/// How a call ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    Ready,
    NotReady(GiveUpReason),
    Error(GiveUpReason),
    /// The breaker has refused the attempt after the last wait: the outcome of the one before it, or the refusal.
    Refused,
}

/// The breaker that the attempts ask.
#[derive(Clone, Copy, Debug)]
pub struct Breaker {
    /// How many in a row open it.
    pub failures: u32,
    pub open_for: Duration,
    pub before: Before,
    /// The state in which the call leaves it.
    pub after: BreakerState,
}

/// The state in which a call finds its breaker.
#[derive(Clone, Copy, Debug)]
pub enum Before {
    Closed,
    /// Open, since so long ago.
    OpenFor(Duration),
    /// Half-open, and another call's probe is in flight for ever.
    Probing,
    /// Closed, until other calls open it while the first wait lasts.
    OpenedInTheWait,
}

#[derive(Debug)]
pub struct Scenario {
    pub title: &'static str,
    pub policy: RetryPolicy,
    /// The time that each attempt takes.
    pub takes: Duration,
    /// The last one repeats.
    pub answers: Vec<Answer>,
    /// The tokens in the budget when the call begins. The budget has room for one more.
    pub tokens: u32,
    pub breaker: Option<Breaker>,
    /// The call is told to stop when this attempt ends.
    pub stops_at: u32,
    pub delays: Vec<(RangeInclusive<Duration>, DelaySource)>,
    pub end: End,
}

pub fn scenario<const N: usize>(
    title: &'static str,
    policy: RetryPolicyBuilder,
    answers: [Answer; N],
    end: End,
) -> Scenario {
    let (policy, answers) = (policy.build().unwrap(), answers.to_vec());
    Scenario {
        title,
        policy,
        takes: Duration::ZERO,
        answers,
        tokens: 20,
        breaker: None,
        stops_at: u32::MAX,
        delays: Vec::new(),
        end,
    }
}

impl Scenario {
    pub fn waits<const N: usize>(mut self, delays: [u64; N]) -> Self {
        self.delays.extend(delays.map(|delay| (ms(delay)..=ms(delay), DelaySource::Backoff)));
        self
    }

    /// For this number of retries: the hint, and up to a tenth more.
    pub fn obeys(mut self, hint: Duration, retries: usize) -> Self {
        let delay = (hint..=hint + hint / 10, DelaySource::RetryAfter);
        self.delays.extend(std::iter::repeat_n(delay, retries));
        self
    }

    /// For this number of retries: exactly the wait that was asked for.
    pub fn waits_exactly(mut self, delay: Duration, retries: usize) -> Self {
        self.delays.extend(std::iter::repeat_n((delay..=delay, DelaySource::Exact), retries));
        self
    }

    pub fn taking(mut self, takes: Duration) -> Self {
        self.takes = takes;
        self
    }

    /// With a breaker that is closed, opens after so many failures and is left like this.
    pub fn opens_after(mut self, failures: u32, open_for: Duration, after: BreakerState) -> Self {
        self.breaker = Some(Breaker { failures, open_for, before: Before::Closed, after });
        self
    }

    /// With a breaker that the call finds like this, that is open for 5 s after two failures, and is left like that.
    pub fn finds(mut self, before: Before, after: BreakerState) -> Self {
        self.breaker = Some(Breaker { failures: 2, open_for: ms(5_000), before, after });
        self
    }

    pub fn stops_at(mut self, attempt: u32) -> Self {
        self.stops_at = attempt;
        self
    }

    pub fn tokens(mut self, tokens: u32) -> Self {
        self.tokens = tokens;
        self
    }
}
