use std::time::Duration;

use rand_distr::{Distribution, Exp1};
use retry_core::rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use retry_core::{BreakerPermit, CircuitBreaker, Decision, RetryBudget, RetryPolicy, RetryState, Verdict};

use super::outcome::bin;
use super::{
    BIN, BREAKER, BUDGET, Fate, GLITCH, HORIZON, LONGEST_WAIT, OUTAGE, Outage, Outcome, PROCESS, Server, THINK,
    TIMEOUT, Variant,
};
use crate::{Agenda, Network};

/// Runs the model once, with this number of `clients`, which in good times use the share `load` of the server's
/// capacity.
///
/// ```
/// use herd::overload::{Outage, Variant, run};
///
/// let outcome = run(Variant::NoRetry, Outage::Down, 100, 0.5, 0);
/// assert_eq!(outcome.attempts_per_call().round(), 1.0);
/// assert_eq!(outcome, run(Variant::NoRetry, Outage::Down, 100, 0.5, 0));
/// ```
#[must_use]
pub fn run(variant: Variant, outage: Outage, clients: u32, load: f64, seed: u64) -> Outcome {
    let processes = clients.div_ceil(PROCESS);
    let count = |shared| if shared { processes } else { 0 };
    let shared = Shared {
        policy: variant.policy(),
        budgets: (0..count(variant.has_budget())).map(|_| RetryBudget::new(BUDGET, 0.1)).collect(),
        breakers: (0..count(variant.has_breaker())).map(|_| BREAKER.build_const()).collect(),
    };
    let mut simulation = Simulation::new(&shared, outage, clients, load, seed);
    simulation.begin();
    while let Some((now, event)) = simulation.agenda.next() {
        if now >= HORIZON {
            break;
        }
        match event {
            Event::Outage => simulation.outage(now),
            Event::Call(client) => simulation.call(now, client),
            Event::Departure(client) => simulation.depart(now, client),
            Event::Arrival(client) => simulation.arrival(now, client),
            Event::Answer(client, answer) => simulation.answer(now, client, answer),
        }
    }
    simulation.outcome
}

/// A client is its index in 32 bits, because with 100,000 clients the size of the agenda decides the time of a run.
#[derive(Clone, Copy)]
enum Event {
    /// The outage begins.
    Outage,
    /// A client has thought for long enough.
    Call(u32),
    /// A client that has waited makes an attempt. Only a breaker has to be asked at that moment.
    Departure(u32),
    /// A client's request reaches the server.
    Arrival(u32),
    /// A client learns how its attempt has ended.
    Answer(u32, Answer),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Success,
    /// Rejected, or not answered in time.
    Overload,
    /// The server is down, or it failed for a reason that has nothing to do with load.
    Fault,
}

/// What the clients share: one policy for all, and for each process a budget and a breaker, if the variant has them.
struct Shared {
    policy: RetryPolicy,
    budgets: Vec<RetryBudget>,
    breakers: Vec<CircuitBreaker>,
}

/// A client, as small as possible for the same reason.
struct Client<'a> {
    retry: RetryState<&'a RetryPolicy>,
    /// When the call began.
    began: Duration,
    /// That of the attempt which is being made.
    permit: Option<BreakerPermit<'a>>,
    /// When the client will make its call, while it thinks. The agenda cannot remove events, so a call at any other
    /// time is out of date.
    thinks_until: Option<Duration>,
}

struct Simulation<'a> {
    shared: &'a Shared,
    clients: Vec<Client<'a>>,
    outage: Outage,
    server: Server,
    network: Network,
    agenda: Agenda<Event>,
    rng: Xoshiro256PlusPlus,
    outcome: Outcome,
}

impl<'a> Client<'a> {
    const fn calling(policy: &'a RetryPolicy, began: Duration) -> Self {
        Self { retry: RetryState::new(policy), began, permit: None, thinks_until: None }
    }
}

impl<'a> Simulation<'a> {
    fn new(shared: &'a Shared, outage: Outage, clients: u32, load: f64, seed: u64) -> Self {
        let service = THINK.mul_f64(load) / clients;
        Self {
            shared,
            clients: (0..clients).map(|_| Client::calling(&shared.policy, Duration::ZERO)).collect(),
            outage,
            server: Server::new(service, LONGEST_WAIT, outage.stops_the_server()),
            network: Network::new(),
            agenda: Agenda::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            outcome: Outcome::new(BIN.div_duration_f64(service)),
        }
    }

    fn begin(&mut self) {
        self.agenda.schedule(OUTAGE.start, Event::Outage);
        for client in self.indices() {
            self.think(Duration::ZERO, client);
        }
    }

    /// Every client that is thinking makes its call at once, if clients notice the outage.
    fn outage(&mut self, now: Duration) {
        if !self.outage.breaks_connections() {
            return;
        }
        for client in self.indices() {
            if let Some(until) = &mut self.client(client).thinks_until {
                *until = now;
                self.agenda.schedule(now, Event::Call(client));
            }
        }
    }

    fn call(&mut self, now: Duration, index: u32) {
        let policy = &self.shared.policy;
        let client = self.client(index);
        if client.thinks_until == Some(now) {
            *client = Client::calling(policy, now);
            self.depart(now, index);
        }
    }

    fn arrival(&mut self, now: Duration, index: u32) {
        self.outcome.offered[bin(now)] += 1;
        let unlucky = self.outage.refuses_some() && OUTAGE.contains(&now) && self.rng.random();
        let fate = if unlucky { Fate::Refused } else { self.server.arrive(now) };
        let back = self.network.leg(&mut self.rng);
        let gives_up = now + TIMEOUT;
        let (at, answer) = match fate {
            Fate::Served(done) if done + back > gives_up => (gives_up, Answer::Overload),
            Fate::Served(done) if self.rng.random_ratio(1, GLITCH) => (done + back, Answer::Fault),
            Fate::Served(done) => (done + back, Answer::Success),
            Fate::Refused | Fate::Lost(_) if self.outage.is_silent() => (gives_up, Answer::Fault),
            Fate::Rejected => (now + back, Answer::Overload),
            Fate::Refused => (now + back, Answer::Fault),
            Fate::Lost(at) => (at + back, Answer::Fault),
        };
        if now >= OUTAGE.end && matches!(fate, Fate::Served(_)) {
            self.outcome.after.count(answer != Answer::Overload);
        }
        self.agenda.schedule(at, Event::Answer(index, answer));
    }

    fn answer(&mut self, now: Duration, index: u32, answer: Answer) {
        let process = (index / PROCESS) as usize;
        let (budget, breaker) = (self.shared.budgets.get(process), self.shared.breakers.get(process));
        let permit = self.client(index).permit.take();
        if answer == Answer::Success {
            if let Some(permit) = permit {
                permit.succeeded_at(now);
            }
            if let Some(budget) = budget {
                budget.deposit();
            }
            self.outcome.good[bin(now)] += 1;
            return self.end(now, index, true);
        }
        if let Some(permit) = permit {
            permit.failed_at(now);
        }
        if answer == Answer::Overload {
            self.refused(now);
        }
        let client = &mut self.clients[index as usize];
        client.retry.breaker_open_for(breaker.and_then(|breaker| breaker.until_probe_at(now)));
        // Only a deadline needs the elapsed time, and these policies have none.
        match client.retry.decide(Verdict::Transient, Duration::ZERO, budget, &mut self.rng) {
            Decision::Wait { delay, .. } if breaker.is_some() => {
                self.agenda.schedule(now + delay, Event::Departure(index));
            }
            Decision::Wait { delay, .. } => self.depart(now + delay, index),
            Decision::GiveUp(_) => self.end(now, index, false),
        }
    }

    /// An attempt leaves the client, if its breaker permits it. Without a breaker this may be called ahead of time.
    fn depart(&mut self, at: Duration, index: u32) {
        if let Some(breaker) = self.shared.breakers.get((index / PROCESS) as usize) {
            match breaker.permit_at(at) {
                Ok(permit) => self.client(index).permit = Some(permit),
                Err(_) => {
                    self.refused(at);
                    return self.end(at, index, false);
                }
            }
        }
        let arrival = at + self.network.leg(&mut self.rng);
        self.agenda.schedule(arrival, Event::Arrival(index));
    }

    /// An attempt has failed because of overload, or was not made.
    fn refused(&mut self, now: Duration) {
        if now >= OUTAGE.end {
            self.outcome.last_refusal = Some(now);
        }
    }

    /// A call ends.
    fn end(&mut self, now: Duration, index: u32, success: bool) {
        let tally = if now < OUTAGE.start { &mut self.outcome.before } else { &mut self.outcome.since };
        tally.count(success);
        if !success && now >= OUTAGE.start {
            self.outcome.failed += 1;
            self.outcome.failed_for += now.saturating_sub(self.clients[index as usize].began);
        }
        self.think(now, index);
    }

    fn think(&mut self, now: Duration, index: u32) {
        let thought: f64 = Exp1.sample(&mut self.rng);
        let until = now + THINK.mul_f64(thought);
        self.client(index).thinks_until = Some(until);
        self.agenda.schedule(until, Event::Call(index));
    }

    fn client(&mut self, index: u32) -> &mut Client<'a> {
        &mut self.clients[index as usize]
    }

    fn indices(&self) -> impl Iterator<Item = u32> + use<> {
        (0..).take(self.clients.len())
    }
}
