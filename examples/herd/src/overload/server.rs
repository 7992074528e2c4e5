use std::ops::Range;
use std::time::Duration;

/// A server that handles one request after the other, has a bounded queue, and does not know when a client has gone.
///
/// ```
/// use std::time::Duration;
/// use herd::overload::{Fate, Server};
///
/// let second = Duration::from_secs(1);
/// let mut server = Server::new(second, 2 * second, 60 * second..70 * second);
/// assert_eq!(server.arrive(second), Fate::Served(2 * second));
/// assert_eq!(server.arrive(second), Fate::Served(3 * second));
/// assert_eq!(server.arrive(second), Fate::Rejected);
/// assert_eq!(server.arrive(60 * second), Fate::Refused);
/// ```
#[derive(Clone, Debug)]
pub struct Server {
    service: Duration,
    longest_wait: Duration,
    outage: Range<Duration>,
    /// When everything that has been accepted is done.
    busy_until: Duration,
}

/// How a request ends. It is known at the arrival, because the queue keeps its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It will be done at this time, whether or not its client still waits for it.
    Served(Duration),
    /// The queue is full.
    Rejected,
    /// The server is down.
    Refused,
    /// The server goes down, at this time, before the request is done.
    Lost(Duration),
}

impl Server {
    /// A server that needs `service` for each request and is down during the `outage`. It rejects a request that would
    /// be done later than `longest_wait` after its arrival.
    #[must_use]
    pub const fn new(service: Duration, longest_wait: Duration, outage: Range<Duration>) -> Self {
        Self { service, longest_wait, outage, busy_until: Duration::ZERO }
    }

    /// A request arrives; to be called in the order of time.
    pub fn arrive(&mut self, now: Duration) -> Fate {
        if self.outage.contains(&now) {
            // Nothing that was in the queue is left when the server comes back.
            self.busy_until = self.outage.end;
            return Fate::Refused;
        }
        let done = self.busy_until.max(now) + self.service;
        if done > now + self.longest_wait {
            return Fate::Rejected;
        }
        self.busy_until = done;
        if now < self.outage.start && done > self.outage.start {
            Fate::Lost(self.outage.start)
        } else {
            Fate::Served(done)
        }
    }
}
