//! Without a runtime, or in one without its timer, a wait panics. The panic is at the function and not in this library.

use std::pin::Pin;
use std::process::Command;
use std::{env, thread};

use crate::common::{Failure, always_busy, poll_once};
use async_trait::async_trait;
use retry_core::{RetryPolicy, Step, TimedOut, retry};

type Outcome = Result<u32, Failure>;
type Call = Pin<Box<dyn Future<Output = ()>>>;

/// The line of its panic, and a call that panics.
type Panics = (u32, fn() -> Call);

/// A function whose panic is to be at its attribute, which is in the same line as this macro.
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

at_this_line!(PLAIN: #[retry] async fn call() -> Outcome { always_busy() });
at_this_line!(EARLY: #[retry] async fn call() -> Outcome { let value = always_busy()?; Ok(value) });
at_this_line!(OPTIONS: #[retry(deadline = "1min", on_retry = |_| ())] async fn call() -> Outcome { always_busy() });
at_this_line!(BOXED: #[retry] fn call() -> Pin<Box<dyn Future<Output = Outcome>>> { Box::pin(async { always_busy() }) });
at_this_line!(OPAQUE: #[allow(clippy::manual_async_fn)] #[retry] fn call() -> impl Future<Output = Outcome> { async { always_busy() } });
at_this_line!(TIMEOUT: #[retry(timeout = "1s", transient = |_| true)] async fn call() -> Result<u32, Refusal> { Err(Refusal) });

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

const EACH: [(&str, Panics); 8] = [
    ("plain", PLAIN),
    ("left early", EARLY),
    ("options", OPTIONS),
    ("boxed", BOXED),
    ("opaque", OPAQUE),
    ("timeout", TIMEOUT),
    ("async_trait", ASK),
    ("by hand", BY_HAND),
];

const ALONE: &str = "RETRY_TEST_NO_TIMER";

/// In a process of its own, as its standard error is where the panic says where it is.
#[test]
fn the_panic_is_at_the_function() {
    if let Ok(alone) = env::var(ALONE) {
        let (name, has_runtime) = alone.split_once(':').unwrap();
        let (_, (_, call)) = EACH.iter().find(|(other, _)| *other == name).unwrap();
        if has_runtime == "true" {
            tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(call());
        } else {
            let _ = poll_once(call().as_mut());
        }
        return;
    }
    let test = thread::current().name().unwrap().to_owned();
    for (name, (line, _)) in EACH {
        for (has_runtime, message) in [(false, "there is no reactor running"), (true, "Call `enable_time`")] {
            let mut again = Command::new(env::current_exe().unwrap());
            let again = again.args(["--exact", &test, "--nocapture"]).env(ALONE, format!("{name}:{has_runtime}"));
            let output = again.env("RUST_BACKTRACE", "0").output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && said.contains(message), "{name}: {said}");
            assert!(said.contains(&format!("{}:{line}:", file!())), "{name} is at line {line}: {said}");
        }
    }
}
