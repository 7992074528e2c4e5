//! Every option.

use std::future::{Ready, ready};
use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use retry_core::{GiveUpEvent, Retrier, RetryBudget, RetryEvent, RetryPolicy, Verdict, retry};

use crate::Failure;

const BASE: Duration = Duration::from_millis(20);
const CALLS: u32 = 4;
static BUDGET: RetryBudget = RetryBudget::new(100, 0.1);
static POLICY: RetryPolicy = RetryPolicy::builder().base(BASE).attempts(CALLS).build_const();
static RETRIES: Retrier = Retrier::new(RetryPolicy::builder().base(BASE).build_const());

fn curve(attempt: u32) -> Duration {
    BASE * attempt
}

async fn connect(number: u32) -> Result<u32, Failure> {
    ready(if number == 0 { Err(Failure { busy: true }) } else { Ok(number) }).await
}

fn no_wait(_delay: Duration) -> Ready<()> {
    ready(())
}

const fn no_block(_delay: Duration) {}

const fn observe<E>(_event: &RetryEvent<'_, E>) {}

const fn observe_end<E>(_event: &GiveUpEvent<'_, E>) {}

const fn is_welcome<T>(_value: &T) -> bool {
    true
}

/// No option.
///
/// # Errors
///
/// As the call.
#[retry]
pub async fn none(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// Numbers and strings.
///
/// # Errors
///
/// As the call.
#[retry(base = "20ms", cap = "1s 500ms", factor = 1.5, jitter = "equal", attempts = 4, retry_after_cap = "1min")]
pub async fn literals(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// Constants.
///
/// # Errors
///
/// As the call.
#[retry(base = BASE, cap = BASE.saturating_mul(4), factor = 2.0 + 1.0, attempts = CALLS + 1)]
pub async fn constants(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// Constants that depend on the function's own.
///
/// # Errors
///
/// As the call.
#[retry(attempts = N + 2, sleep = no_wait)]
pub async fn generic_constants<const N: u32>(number: u32) -> Result<u32, Failure> {
    connect(number + N).await
}

/// A list of delays.
///
/// # Errors
///
/// As the call.
#[retry(backoff = ["100ms", "1s", BASE], jitter = "none")]
pub async fn delays(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// A function of the attempt.
///
/// # Errors
///
/// As the call.
#[retry(backoff = curve, jitter = "full")]
pub async fn function(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// A closure of the attempt.
///
/// # Errors
///
/// As the call.
#[retry(backoff = |attempt| BASE.saturating_mul(attempt))]
pub async fn closure(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// Other curves.
///
/// # Errors
///
/// As the call.
#[retry(backoff = "fibonacci", cap = "1min")]
pub async fn fibonacci(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// Other jitter.
///
/// # Errors
///
/// As the call.
#[retry(jitter = "decorrelated")]
pub async fn decorrelated(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// A policy made elsewhere.
///
/// # Errors
///
/// As the call.
#[retry(policy = POLICY, transient = Failure::is_busy)]
pub async fn policy(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// What calls share, of a function that may have no timeout.
///
/// # Errors
///
/// As the call.
#[retry(with = RETRIES, timeout = None, transient = Failure::is_busy)]
pub async fn retrier(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// What calls share, of a method that changes what is around it.
#[derive(Debug)]
pub struct Client {
    retries: Retrier,
    calls: u32,
}

impl Client {
    /// Counts.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry(with = self.retries, transient = Failure::is_busy, timed_out = |_| Failure { busy: true })]
    pub async fn call(&mut self) -> Result<u32, Failure> {
        self.calls += 1;
        connect(self.calls).await
    }

    /// Blocks.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry(blocking, with = self.retries, transient = Failure::is_busy)]
    pub fn block(&self) -> Result<u32, Failure> {
        blocking(self.calls)
    }
}

/// A policy by reference, and a predicate that gives a verdict.
///
/// # Errors
///
/// As the call.
#[retry(policy = &POLICY, transient = |failure| Verdict::from(failure.busy && number > 0))]
pub async fn verdict(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// Code in every option that takes it.
///
/// # Errors
///
/// As the call.
#[retry(
    crate = ::retry_core,
    transient = |failure| failure.busy,
    on_retry = |event| lines.push(event.to_string()),
    context = attempt,
    name = "billing",
    rng = Xoshiro256PlusPlus::seed_from_u64(7),
    sleep = |delay| no_wait(delay + longer)
)]
pub async fn code(lines: &mut Vec<String>, longer: Duration) -> Result<u32, Failure> {
    lines.clear();
    connect(attempt.number + u32::from(attempt.is_last) + longer.subsec_nanos()).await
}

/// Paths in every option that takes one.
///
/// # Errors
///
/// As the call.
#[retry(transient = Failure::is_busy, on_retry = observe, sleep = no_wait)]
pub async fn paths(number: u32) -> Result<u32, Failure> {
    connect(number).await
}

/// Limits in time and number.
///
/// # Errors
///
/// As the call.
#[retry(
    attempts = unlimited,
    deadline = "1min",
    timeout = "5s",
    until = is_welcome,
    budget = BUDGET,
    on_give_up = observe_end,
    context = attempt
)]
pub async fn limits(number: u32) -> Result<u32, Failure> {
    connect(number + attempt.number).await
}

/// Limits that are known at run time, and what a closure borrows.
///
/// # Errors
///
/// As the call.
#[retry(
    policy = POLICY,
    timeout = longest,
    until = |answer| *answer > lines.len(),
    budget = budget,
    on_retry = |event| lines.push(event.name),
    on_give_up = |event| lines.push(event.name)
)]
pub async fn limits_at_run_time(
    longest: Duration,
    budget: &RetryBudget,
    lines: &mut Vec<&'static str>,
) -> Result<usize, Failure> {
    lines.clear();
    connect(longest.subsec_nanos()).await.map(|number| number as usize)
}

/// Waits with the thread.
///
/// # Errors
///
/// As the call.
#[retry(blocking)]
pub fn blocking(number: u32) -> Result<u32, Failure> {
    if number == 0 { Err(Failure { busy: true }) } else { Ok(number) }
}

/// Waits as told.
///
/// # Errors
///
/// As the call.
#[retry(
    blocking,
    base = BASE,
    attempts = CALLS,
    jitter = "equal",
    transient = |failure| failure.busy,
    on_retry = observe,
    on_give_up = observe_end,
    until = is_welcome,
    budget = BUDGET,
    deadline = "1min",
    context = attempt,
    name = "billing",
    rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(number)),
    sleep = no_block
)]
pub fn blocking_with_options(number: u32) -> Result<u32, Failure> {
    blocking(number + attempt.number)
}

/// Waits by a closure.
///
/// # Errors
///
/// As the call.
#[retry(blocking, policy = POLICY, sleep = |delay| slept.push(delay))]
pub fn blocking_closure(number: u32, slept: &mut Vec<Duration>) -> Result<u32, Failure> {
    slept.clear();
    blocking(number)
}
