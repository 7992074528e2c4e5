//! One call, named `orders`, through each front end of the engine. It makes at most four attempts and waits 0.5, 1 and
//! 2 seconds, on a paused clock or not at all.

use std::cell::Cell;
use std::future::{Future, IntoFuture, ready};
use std::time::Duration;

use retry_core::testing::Scope;
use retry_core::{Jitter, RetryPolicy, Step, Verdict, retry};

pub(crate) type Outcome = Result<u32, &'static str>;

pub(crate) const POLICY: RetryPolicy = RetryPolicy::builder().jitter(Jitter::None).attempts(4).build_const();

pub(crate) struct FrontEnd {
    pub(crate) name: &'static str,
    pub(crate) knows_the_time: bool,
    /// An annotated function finds out by itself how to describe its error.
    pub(crate) knows_the_error: bool,
    call: fn(&Service, Option<&Scope>) -> Outcome,
}

pub(crate) const EACH: [FrontEnd; 6] = [
    FrontEnd { name: "a closure", knows_the_time: false, knows_the_error: false, call: closure },
    FrontEnd { name: "an async closure", knows_the_time: false, knows_the_error: false, call: lending },
    FrontEnd { name: "a closure that blocks", knows_the_time: false, knows_the_error: false, call: blocking },
    FrontEnd { name: "a loop by hand", knows_the_time: true, knows_the_error: false, call: by_hand },
    FrontEnd {
        name: "the attribute",
        knows_the_time: false,
        knows_the_error: true,
        call: |service, scope| drive(scope, annotated(service)),
    },
    FrontEnd {
        name: "the attribute on a function that blocks",
        knows_the_time: false,
        knows_the_error: true,
        call: annotated_blocking,
    },
];

impl FrontEnd {
    /// Makes the call, in a scope if one is given. The attempts have these outcomes.
    pub(crate) fn call(&self, outcomes: &'static [Outcome], scope: Option<&Scope>) {
        let service = Service { outcomes, asked: Cell::new(0) };
        assert_eq!(Some(&(self.call)(&service, scope)), outcomes.last(), "{}", self.name);
        assert_eq!(service.asked.get(), outcomes.len(), "{}", self.name);
    }
}

struct Service {
    outcomes: &'static [Outcome],
    asked: Cell<usize>,
}

impl Service {
    fn ask(&self) -> Outcome {
        self.outcomes[self.asked.replace(self.asked.get() + 1)]
    }
}

pub(crate) fn verdict(error: &&str) -> Verdict {
    match *error {
        "busy" => Verdict::Transient,
        "in five seconds" => Verdict::RetryAfter(Duration::from_secs(5)),
        "in an hour" => Verdict::RetryAfter(Duration::from_secs(3_600)),
        _ => Verdict::Permanent,
    }
}

/// Runs a future on a paused clock that starts at zero.
pub(crate) fn paused<F: IntoFuture>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(future.into_future())
}

fn drive<F: Future>(scope: Option<&Scope>, future: F) -> F::Output {
    match scope {
        Some(scope) => paused(scope.run(future)),
        None => paused(future),
    }
}

fn block<T>(scope: Option<&Scope>, function: impl FnOnce() -> T) -> T {
    match scope {
        Some(scope) => scope.run_blocking(function),
        None => function(),
    }
}

fn closure(service: &Service, scope: Option<&Scope>) -> Outcome {
    drive(scope, POLICY.retry(|| ready(service.ask())).transient(verdict).name("orders").into_future())
}

fn lending(service: &Service, scope: Option<&Scope>) -> Outcome {
    drive(scope, POLICY.retry_async_closure(async || service.ask()).transient(verdict).name("orders").run())
}

fn blocking(service: &Service, scope: Option<&Scope>) -> Outcome {
    let call = POLICY.retry_blocking(|| service.ask()).transient(verdict).name("orders");
    block(scope, || call.run_with_sleep(|_| ()))
}

fn by_hand(service: &Service, scope: Option<&Scope>) -> Outcome {
    drive(scope, async {
        let mut call = POLICY.start().transient(verdict).name("orders");
        loop {
            match call.next(service.ask()) {
                Step::Return(outcome) => return outcome,
                Step::Wait { .. } => call.wait().await,
            }
        }
    })
}

#[retry(jitter = "none", attempts = 4, transient = verdict, name = "orders")]
async fn annotated(service: &Service) -> Outcome {
    service.ask()
}

fn annotated_blocking(service: &Service, scope: Option<&Scope>) -> Outcome {
    #[retry(policy = POLICY, transient = verdict, name = "orders", blocking, sleep = |_| ())]
    fn annotated(service: &Service) -> Outcome {
        service.ask()
    }
    block(scope, || annotated(service))
}
