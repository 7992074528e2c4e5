//! The client, whose requests are retried, and what all clients count.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use retry_core::{BreakerOpen, BreakerState, BreakerTransition, CircuitBreaker, RetryBudget, TimedOut, retry};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::counts::{Counts, add};
use crate::service;

/// A budget so large that, once half of it is taken, it is never full nor empty. Its level is then an exact count.
pub(crate) static WIDE: RetryBudget = RetryBudget::new(4_000_000, 0.1);

/// A budget so small that an outage empties it.
pub(crate) static TIGHT: RetryBudget = RetryBudget::new(50, 0.1);

pub(crate) const PROBES: u32 = 3;

pub(crate) static BREAKER: CircuitBreaker = CircuitBreaker::builder()
    .name("soak")
    .consecutive_failures(10)
    .window(Duration::from_secs(1))
    .open_for(Duration::from_millis(30))
    .probes(PROBES)
    .on_transition(count_transition)
    .build_const();

/// The number of changes from each state to each other.
pub(crate) static TRANSITIONS: [[AtomicU64; 3]; 3] = [const { [const { AtomicU64::new(0) }; 3] }; 3];

pub(crate) fn place(state: BreakerState) -> usize {
    match state {
        BreakerState::Closed => 0,
        BreakerState::Open => 1,
        BreakerState::HalfOpen => 2,
    }
}

fn count_transition(transition: &BreakerTransition) {
    TRANSITIONS[place(transition.from)][place(transition.to)].fetch_add(1, Ordering::Relaxed);
}

#[derive(Debug)]
pub(crate) enum Failure {
    Busy,
    Declined,
    Io,
    TimedOut,
    Open,
}

impl Failure {
    fn is_transient(&self) -> bool {
        matches!(self, Self::Busy | Self::Io | Self::TimedOut)
    }
}

impl From<io::Error> for Failure {
    fn from(_: io::Error) -> Self {
        Self::Io
    }
}

impl From<TimedOut> for Failure {
    fn from(_: TimedOut) -> Self {
        Self::TimedOut
    }
}

impl From<BreakerOpen> for Failure {
    fn from(_: BreakerOpen) -> Self {
        Self::Open
    }
}

#[derive(Debug)]
pub(crate) struct Client {
    address: SocketAddr,
    connection: Option<TcpStream>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, connection: None }
    }

    /// The call under test. `is_first` is true until the first attempt begins.
    #[retry(
        base = "1ms",
        cap = "8ms",
        attempts = 4,
        timeout = "30ms",
        transient = Failure::is_transient,
        budget = budget,
        on_retry = |_| add(&counts.told_retries),
        on_give_up = |_| add(&counts.told_ends),
    )]
    pub(crate) async fn post(
        &mut self,
        request: u64,
        is_first: &mut bool,
        counts: &Counts,
        budget: &RetryBudget,
    ) -> Result<(), Failure> {
        add(&counts.attempts);
        if std::mem::take(is_first) {
            add(&counts.first_attempts);
        }
        let permit = BREAKER.permit()?;
        let outcome = self.exchange(request).await;
        match &outcome {
            Err(error) if error.is_transient() => permit.failed(),
            _ => permit.succeeded(),
        }
        outcome
    }

    /// The same without any option, to measure what a call that succeeds costs.
    #[retry(transient = Failure::is_transient)]
    pub(crate) async fn post_plainly(&mut self, request: u64) -> Result<(), Failure> {
        self.exchange(request).await
    }

    /// One request and its answer. A connection is not used again if its answer was not read.
    pub(crate) async fn exchange(&mut self, request: u64) -> Result<(), Failure> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let connection = TcpStream::connect(self.address).await?;
                connection.set_nodelay(true)?;
                connection
            }
        };
        connection.write_u64(request).await?;
        let answer = connection.read_u8().await?;
        self.connection = Some(connection);
        match answer {
            service::DONE => Ok(()),
            service::BUSY => Err(Failure::Busy),
            service::DECLINED => Err(Failure::Declined),
            _ => Err(Failure::Io),
        }
    }
}
