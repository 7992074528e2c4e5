//! A sensor on bare metal that sends its readings over a radio that is often busy.

#![no_std]
#![no_main]

mod radio;
mod system;

use cortex_m_semihosting::{debug, hprintln};
use embassy_executor::Spawner;
use panic_semihosting as _;
use radio::{Radio, RadioError};
use retry_core::{CircuitBreaker, RetryBudget, RetryPolicy, Step, retry};
use system::{generator, uptime, wait};

/// What all retries of the program share.
static BUDGET: RetryBudget = RetryBudget::new(10, 0.1);

/// Opens when nobody answers any more. As it outlives every call, it has a clock of its own.
static BASE_STATION: CircuitBreaker =
    CircuitBreaker::builder().name("base station").consecutive_failures(8).clock(uptime).build_const();

/// Sends a reading. How it waits, what time it is and where its jitter comes from is what the chip offers.
#[retry(
    base = "20ms", cap = "200ms", attempts = 6, deadline = "2s",
    budget = BUDGET, breaker = BASE_STATION,
    sleep = wait, clock = uptime, rng = generator(),
    on_retry = |event| hprintln!("{}", event),
)]
async fn send(radio: &Radio, reading: u32) -> Result<(), RadioError> {
    radio.send(reading).await
}

/// Joins the network on whatever channel answers: a loop written by hand, as each attempt is on the next channel.
async fn join(radio: &Radio) -> Result<u8, RadioError> {
    const POLICY: RetryPolicy = RetryPolicy::builder().attempts(4).build_const();
    let mut call = POLICY.start().budget(&BUDGET).rng(generator()).clock(uptime);
    let mut channels = (11..=26).cycle();
    loop {
        let channel = channels.next().unwrap_or(11);
        match call.next(radio.join(channel).await) {
            Step::Return(outcome) => return outcome,
            Step::Wait { .. } => call.wait_with(wait).await,
        }
    }
}

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    system::start();
    let sensor = sensor().expect("it is spawned once");
    spawner.spawn(sensor);
}

#[embassy_executor::task]
async fn sensor() {
    let radio = Radio::default();
    match join(&radio).await {
        Ok(channel) => hprintln!("joined on channel {}", channel),
        Err(error) => hprintln!("not joined: {}", error),
    }
    for reading in [17, 18, 42] {
        match send(&radio, reading).await {
            Ok(()) => hprintln!("sent {}", reading),
            Err(error) => hprintln!("not sent {}: {}", reading, error),
        }
    }
    hprintln!("{} of {} tokens are left", BUDGET.level(), BUDGET.capacity());
    debug::exit(debug::EXIT_SUCCESS);
}
