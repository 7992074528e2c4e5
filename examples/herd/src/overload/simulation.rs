use std::time::Duration;

use rand_distr::{Distribution, Exp1};
use retry_core::rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use retry_core::{Decision, RetryBudget, RetryPolicy, RetryState, Verdict};

use super::outcome::bin;
use super::{
    BIN, BUDGET, Fate, GLITCH, HORIZON, LONGEST_WAIT, OUTAGE, Outcome, PROCESS, Server, THINK, TIMEOUT, Variant,
};
use crate::{Agenda, Network};

/// Runs the model once: so many `clients`, which in good times use the share `load` of the server's capacity.
///
/// ```
/// use herd::overload::{Variant, run};
///
/// let outcome = run(Variant::NoRetry, 100, 0.5, 0);
/// assert_eq!(outcome.attempts_per_call().round(), 1.0);
/// assert_eq!(outcome, run(Variant::NoRetry, 100, 0.5, 0));
/// ```
#[must_use]
pub fn run(variant: Variant, clients: u32, load: f64, seed: u64) -> Outcome {
    let policy = variant.policy();
    let mut simulation = Simulation::new(&policy, variant, clients, load, seed);
    simulation.begin();
    while let Some((now, event)) = simulation.agenda.next() {
        if now >= HORIZON {
            break;
        }
        match event {
            Event::Outage => simulation.outage(now),
            Event::Call(client) => simulation.call(now, client),
            Event::Arrival(client) => simulation.arrival(now, client),
            Event::Answer(client, answer) => simulation.answer(now, client, answer),
        }
    }
    simulation.outcome
}

/// Clients go by their index, in 32 bits: at 100,000 clients the agenda's size is what takes the time.
#[derive(Clone, Copy)]
enum Event {
    /// The outage begins.
    Outage,
    /// A client has thought for long enough.
    Call(u32),
    /// A client's request reaches the server.
    Arrival(u32),
    /// A client learns what has become of its attempt.
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

/// As small as can be, for the same reason.
struct Client<'a> {
    retry: RetryState<&'a RetryPolicy>,
    /// When it means to call, while it thinks. An agenda cannot forget: a call at any other time is out of date.
    thinks_until: Option<Duration>,
}

struct Simulation<'a> {
    policy: &'a RetryPolicy,
    clients: Vec<Client<'a>>,
    /// One for each process; none when nothing is budgeted.
    budgets: Vec<RetryBudget>,
    server: Server,
    network: Network,
    agenda: Agenda<Event>,
    rng: Xoshiro256PlusPlus,
    outcome: Outcome,
}

impl<'a> Simulation<'a> {
    fn new(policy: &'a RetryPolicy, variant: Variant, clients: u32, load: f64, seed: u64) -> Self {
        let service = THINK.mul_f64(load) / clients;
        let idle = || Client { retry: RetryState::new(policy), thinks_until: None };
        let processes = if variant.has_budget() { clients.div_ceil(PROCESS) } else { 0 };
        Self {
            policy,
            clients: (0..clients).map(|_| idle()).collect(),
            budgets: (0..processes).map(|_| RetryBudget::new(BUDGET, 0.1)).collect(),
            server: Server::new(service, LONGEST_WAIT, OUTAGE),
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

    /// Every client that thinks calls at once.
    fn outage(&mut self, now: Duration) {
        for client in self.indices() {
            if let Some(until) = &mut self.client(client).thinks_until {
                *until = now;
                self.agenda.schedule(now, Event::Call(client));
            }
        }
    }

    fn call(&mut self, now: Duration, index: u32) {
        let retry = RetryState::new(self.policy);
        let client = self.client(index);
        if client.thinks_until == Some(now) {
            *client = Client { retry, thinks_until: None };
            self.depart(now, index);
        }
    }

    fn arrival(&mut self, now: Duration, index: u32) {
        self.outcome.offered[bin(now)] += 1;
        let fate = self.server.arrive(now);
        let back = self.network.leg(&mut self.rng);
        let gives_up = now + TIMEOUT;
        let (at, answer) = match fate {
            Fate::Served(done) if done + back > gives_up => (gives_up, Answer::Overload),
            Fate::Served(done) if self.rng.random_ratio(1, GLITCH) => (done + back, Answer::Fault),
            Fate::Served(done) => (done + back, Answer::Success),
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
        let budget = self.budgets.get((index / PROCESS) as usize);
        if answer == Answer::Success {
            if let Some(budget) = budget {
                budget.deposit();
            }
            self.outcome.good[bin(now)] += 1;
            return self.end(now, index, true);
        }
        if answer == Answer::Overload && now >= OUTAGE.end {
            self.outcome.last_overload = Some(now);
        }
        let client = &mut self.clients[index as usize];
        // The elapsed time is for a deadline, which these policies have not.
        match client.retry.decide(Verdict::Transient, Duration::ZERO, budget, &mut self.rng) {
            Decision::Wait { delay, .. } => self.depart(now + delay, index),
            Decision::GiveUp(_) => self.end(now, index, false),
        }
    }

    /// An attempt leaves the client.
    fn depart(&mut self, at: Duration, index: u32) {
        let arrival = at + self.network.leg(&mut self.rng);
        self.agenda.schedule(arrival, Event::Arrival(index));
    }

    /// A call ends.
    fn end(&mut self, now: Duration, index: u32, success: bool) {
        let tally = if now < OUTAGE.start { &mut self.outcome.before } else { &mut self.outcome.since };
        tally.count(success);
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
