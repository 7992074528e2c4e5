//! Without a runtime, or on a runtime without its timer, a call panics, in a debug build before its first attempt. The
//! panic is located at the function and not in this library. Its message names the function and says what to do.

use std::future::pending;
use std::pin::{Pin, pin};
use std::process::Command;
use std::{env, thread};

use crate::common::{Failure, always_busy, call as call_of_operation, calls, poll_once};
use async_trait::async_trait;
use retry_core::testing::Scope;
use retry_core::{RetryPolicy, Step, TimedOut, retry};

type Outcome = Result<u32, Failure>;
type Call = Pin<Box<dyn Future<Output = ()>>>;

/// A call that panics, and the line of its panic.
type Panics = (u32, fn() -> Call);

/// A function that panics at its attribute, which is in the same line as the use of this macro.
macro_rules! at_this_line {
    ($name:ident: $($function:tt)*) => {
        const $name: Panics = {
            $($function)*
            (line!(), || Box::pin(async { let _ = call().await; }))
        };
    };
}

#[derive(Debug)]
struct Refusal;

impl From<TimedOut> for Refusal {
    fn from(_: TimedOut) -> Self {
        Self
    }
}

at_this_line!(SUCCESS: #[retry] async fn call() -> Outcome { Ok(call_of_operation()) });
at_this_line!(PLAIN: #[retry] async fn call() -> Outcome { always_busy() });
at_this_line!(EARLY: #[retry] async fn call() -> Outcome { let value = always_busy()?; Ok(value) });
at_this_line!(OPTIONS: #[retry(deadline = "1min", on_retry = |_| ())] async fn call() -> Outcome { always_busy() });
at_this_line!(BOXED: #[retry] fn call() -> Pin<Box<dyn Future<Output = Outcome>>> { Box::pin(async { always_busy() }) });
at_this_line!(OPAQUE: #[allow(clippy::manual_async_fn)] #[retry] fn call() -> impl Future<Output = Outcome> { async { always_busy() } });
at_this_line!(TIMEOUT: #[retry(timeout = "1s", transient = |_| true)] async fn call() -> Result<u32, Refusal> { Err(Refusal) });
at_this_line!(LATE: #[retry(timeout = "1s", transient = |_| true)] async fn call() -> Result<u32, Refusal> { call_of_operation(); pending().await });

#[async_trait]
trait Ask {
    async fn ask(&self) -> Outcome;
}

const ASK: Panics = (line!() + 4, || Box::pin(async { drop(().ask().await) }));

#[async_trait]
impl Ask for () {
    #[retry]
    async fn ask(&self) -> Outcome {
        always_busy()
    }
}

const BY_HAND: Panics = (line!() + 5, || {
    Box::pin(async {
        let mut call = RetryPolicy::default().start();
        loop {
            match call.next(always_busy()) {
                Step::Wait { .. } => call.wait().await,
                Step::Return(_) => return,
            }
        }
    })
});

/// The calls that panic, their names, and the line of the panic if it is known.
struct Case {
    title: &'static str,
    caller: &'static str,
    line: Option<u32>,
    call: fn() -> Call,
}

fn cases() -> Vec<Case> {
    let function = |title, caller, (line, call): Panics| Case { title, caller, line: Some(line), call };
    let closure = |title, caller, call| Case { title, caller, line: None, call };
    let mut cases = vec![
        function("plain", "it::no_timer::PLAIN::call", PLAIN),
        function("left early", "it::no_timer::EARLY::call", EARLY),
        function("options", "it::no_timer::OPTIONS::call", OPTIONS),
        function("boxed", "it::no_timer::BOXED::call", BOXED),
        function("opaque", "it::no_timer::OPAQUE::call", OPAQUE),
        function("timeout", "it::no_timer::TIMEOUT::call", TIMEOUT),
        // Only the first poll is within the function: in a release build its timer is missed when the attempt waits.
        Case {
            line: cfg!(debug_assertions).then_some(LATE.0),
            ..function("attempt that waits", "it::no_timer::LATE::call", LATE)
        },
        function("async_trait", "<() as it::no_timer::Ask>::ask", ASK),
        function("by hand", "retry", BY_HAND),
        closure("closure", "it::no_timer::a_closure", a_closure),
        closure("lending closure", "it::no_timer::a_lending_closure", a_lending_closure),
        closure("closure with a name", "stock", a_closure_with_a_name),
        closure("closure with a timeout", "it::no_timer::a_closure_with_a_timeout", a_closure_with_a_timeout),
    ];
    if cfg!(debug_assertions) {
        cases.push(function("success", "it::no_timer::SUCCESS::call", SUCCESS));
    }
    cases
}

fn a_closure() -> Call {
    Box::pin(async { drop(RetryPolicy::default().retry(async || always_busy()).await) })
}

fn a_lending_closure() -> Call {
    Box::pin(async { drop(RetryPolicy::default().retry_async_closure(async || always_busy()).run().await) })
}

fn a_closure_with_a_name() -> Call {
    Box::pin(async { drop(RetryPolicy::default().retry(async || always_busy()).name("stock").await) })
}

/// A `sleep` of its own does not serve a timeout.
fn a_closure_with_a_timeout() -> Call {
    Box::pin(async {
        let call = RetryPolicy::default().retry(async || Err::<(), _>(Refusal)).transient(|_| true);
        drop(call.sleep(|_| std::future::ready(())).timeout(std::time::Duration::from_secs(1)).await);
    })
}

const ALONE: &str = "RETRY_TEST_NO_TIMER";

/// Runs in a process of its own, because the place of a panic is on standard error.
#[test]
fn the_panic_is_at_the_function_and_says_what_to_do() {
    if let Ok(alone) = env::var(ALONE) {
        let (title, has_runtime) = alone.split_once(':').unwrap();
        let Case { call, .. } = cases().into_iter().find(|case| case.title == title).unwrap();
        if has_runtime == "true" {
            tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(call());
        } else {
            let _ = poll_once(call().as_mut());
        }
        return;
    }
    let test = thread::current().name().unwrap().to_owned();
    for Case { title, caller, line, .. } in cases() {
        for (has_runtime, reason) in [(false, "there is no reactor running"), (true, "Call `enable_time`")] {
            let mut again = Command::new(env::current_exe().unwrap());
            let again = again.args(["--exact", &test, "--nocapture"]).env(ALONE, format!("{title}:{has_runtime}"));
            let output = again.env("RUST_BACKTRACE", "0").output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && said.contains(reason), "{title}: {said}");
            assert!(said.contains(&format!("\n`{caller}` has no timer to wait with, because ")), "{title}: {said}");
            assert!(said.contains("feature `async-io`") && said.contains("`sleep = …`"), "{title}: {said}");
            if let Some(line) = line {
                assert!(said.contains(&format!("{}:{line}:", file!())), "{title} is at line {line}: {said}");
            }
        }
    }
}

/// A debug build panics before the first attempt, and a release build before the first wait.
#[test]
fn the_first_poll_says_so_in_a_debug_build() {
    for Case { title, call, .. } in cases() {
        let panic = std::panic::catch_unwind(|| poll_once(call().as_mut()));
        assert!(panic.is_err(), "{title}");
        let says_so_first = cfg!(debug_assertions) && title != "by hand";
        assert_eq!(calls(), u32::from(!says_so_first && title != "closure with a timeout"), "{title}");
    }
}

/// A call that never waits for the runtime does not panic.
#[test]
fn a_call_that_needs_no_timer_asks_for_none() {
    #[retry(attempts = 1)]
    async fn once() -> Outcome {
        always_busy()
    }
    #[retry(base = "0s", attempts = 2)]
    async fn at_once() -> Outcome {
        always_busy()
    }
    #[retry(sleep = crate::common::no_wait)]
    async fn in_its_own_way() -> Outcome {
        always_busy()
    }
    #[retry]
    async fn in_a_scope() -> Outcome {
        always_busy()
    }
    let run = |mut call: Pin<&mut dyn Future<Output = Outcome>>| {
        while poll_once(call.as_mut()).is_pending() {}
        calls()
    };
    assert_eq!(run(pin!(once())), 1);
    assert_eq!(run(pin!(at_once())), 2);
    assert_eq!(run(pin!(in_its_own_way())), 6);
    let policy = RetryPolicy::default();
    let closure = policy.retry(async || always_busy()).sleep(crate::common::no_wait);
    assert_eq!(run(pin!(closure.into_future())), 6);
    assert_eq!(run(pin!(Scope::new().run(in_a_scope()))), 6);
}
