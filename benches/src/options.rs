//! The annotated function with one option more each, against the plain one.

use std::future::ready;
use std::hint::black_box;
use std::time::Duration;

use retry_core::{RetryPolicy, retry};

use crate::Visitor;
use crate::server::{Failure, Server};

/// No delay is waited for, so that a failing call costs what the engine does and no more.
const POLICY: RetryPolicy = RetryPolicy::builder().base(Duration::ZERO).cap(Duration::ZERO).build_const();

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
            $(visitor.candidate($label, $name);)*
        }
    };
}

// The name in the report, then what is added.
options! {
    plain: "none" [base = "0s", cap = "0s"]
    equal: "jitter" [base = "0s", cap = "0s", jitter = "equal"]
    hook: "on_retry" [base = "0s", cap = "0s", on_retry = |event| _ = black_box(event.attempt)]
    context: "context" [base = "0s", cap = "0s", context = _attempt]
    policy: "policy" [policy = black_box(&POLICY)]
    sleep: "sleep" [base = "0s", cap = "0s", sleep = |_| ready(())]
}
