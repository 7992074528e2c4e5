//! The annotated function with one more option, for each option.

use std::future::ready;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Duration;

use retry_core::{CircuitBreaker, Retrier, RetryBudget, RetryPolicy, retry};

use crate::Visitor;
use crate::server::{Failure, Server};

/// All delays are zero, so that a failing call costs only what the engine does.
const POLICY: RetryPolicy = RetryPolicy::builder().base(Duration::ZERO).cap(Duration::ZERO).build_const();

static BUDGET: RetryBudget = RetryBudget::new(1_000, 10.0);

static BREAKER: CircuitBreaker = CircuitBreaker::builder().minimum_attempts(u32::MAX).build_const();

/// A failure stays in its window for as long as anything is measured.
static WATCHING: CircuitBreaker =
    CircuitBreaker::builder().minimum_attempts(u32::MAX).window(Duration::from_hours(24)).build_const();

static NO_BUDGET: Option<RetryBudget> = None;

static NO_BREAKER: Option<CircuitBreaker> = None;

static PLAIN: Retrier = Retrier::new(POLICY);

static RETRIER: LazyLock<Retrier> = LazyLock::new(|| {
    let retrier = PLAIN.clone().with_timeout(Duration::from_secs(5)).with_budget(&BUDGET);
    retrier.on_retry(|event| _ = black_box(event.attempt))
});

/// Stamps one annotated function for each line.
macro_rules! options {
    ($($name:ident: $label:literal [$($option:tt)*])*) => {
        $(
            #[retry(transient = Failure::is_transient, $($option)*)]
            async fn $name(server: &Server, cents: u32) -> Result<u32, Failure> {
                ready(()).await;
                server.answer(cents)
            }
        )*

        /// Shows the function to `visitor` with each option; the first one has none.
        pub fn visit(visitor: &mut impl Visitor) {
            // Made before anything is counted.
            LazyLock::force(&RETRIER);
            WATCHING.permit().expect("it never opens").failed();
            $(visitor.candidate($label, $name);)*
            visitor.candidate("none, `?` in the body", question_mark);
        }
    };
}

/// No option, but a body that may be left early, which is a future of its own.
#[retry(transient = Failure::is_transient, base = "0s", cap = "0s")]
async fn question_mark(server: &Server, cents: u32) -> Result<u32, Failure> {
    ready(Ok::<(), Failure>(())).await?;
    server.answer(cents)
}

// The name in the report, then what is added.
options! {
    plain: "none" [base = "0s", cap = "0s"]
    equal: "equal jitter" [base = "0s", cap = "0s", jitter = "equal"]
    hook: "on_retry" [base = "0s", cap = "0s", on_retry = |event| _ = black_box(event.attempt)]
    context: "context" [base = "0s", cap = "0s", context = _attempt]
    give_up: "on_give_up" [base = "0s", cap = "0s", on_give_up = |event| _ = black_box(event.attempt)]
    deadline: "deadline" [base = "0s", cap = "0s", deadline = "1min"]
    timeout: "timeout" [base = "0s", cap = "0s", timeout = "5s"]
    until: "until" [base = "0s", cap = "0s", until = |receipt| *receipt < u32::MAX]
    budget: "budget" [base = "0s", cap = "0s", budget = BUDGET]
    breaker: "breaker" [base = "0s", cap = "0s", breaker = BREAKER]
    watching: "breaker, a failure in its window" [base = "0s", cap = "0s", breaker = WATCHING]
    decorrelated: "decorrelated jitter" [base = "0s", cap = "0s", jitter = "decorrelated"]
    policy: "policy" [policy = black_box(&POLICY)]
    with_policy: "with, of a policy alone" [with = black_box(&PLAIN)]
    nothing: "what that may bring, and does not" [
        policy = black_box(&POLICY), timeout = black_box(None::<Duration>), budget = *black_box(&NO_BUDGET),
        breaker = *black_box(&NO_BREAKER), on_retry = |event| _ = black_box(event.attempt)
    ]
    with: "with, of policy, timeout, budget and hook" [with = black_box(&*RETRIER)]
    apart: "what that `with` stands for" [
        policy = black_box(&POLICY), timeout = black_box(Duration::from_secs(5)), budget = BUDGET,
        on_retry = |event| _ = black_box(event.attempt)
    ]
    sleep: "sleep" [base = "0s", cap = "0s", sleep = |_| ready(())]
}
