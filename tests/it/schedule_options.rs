//! Each option of the schedule does the same as the builder's method of that name.

use std::time::Duration;

use crate::common::{Failure, always_busy, at_once, calls, ms};
use rand::{SeedableRng as _, rngs::Xoshiro256PlusPlus};
use retry_core::testing::Scope;
use retry_core::{Backoff, Jitter, RetryPolicy, RetryPolicyBuilder, retry};

fn squares(attempt: u32) -> Duration {
    Duration::from_secs(u64::from(attempt * attempt))
}

/// The waits of the only call of a scope.
fn waits(scope: &Scope) -> Vec<Duration> {
    scope.trace().calls()[0].waits().iter().map(|wait| wait.delay).collect()
}

/// Three functions with these options: without another option, with another one, and a blocking function.
macro_rules! same {
    ($name:ident: ($($options:tt)*), $builder:expr) => {
        #[test]
        fn $name() {
            #[retry($($options)*)]
            async fn alone() -> Result<u32, Failure> {
                always_busy()
            }
            #[retry($($options)*, context = _attempt)]
            async fn with_context() -> Result<u32, Failure> {
                always_busy()
            }
            #[retry($($options)*, blocking)]
            fn blocking() -> Result<u32, Failure> {
                always_busy()
            }
            let builder: fn(RetryPolicyBuilder) -> RetryPolicyBuilder = $builder;
            let policy = builder(RetryPolicy::builder()).build().unwrap();
            assert_ne!(policy, RetryPolicy::default());
            let expected: Vec<_> = policy.delays(Xoshiro256PlusPlus::seed_from_u64(7)).collect();
            let scopes = [(); 3].map(|()| Scope::new().seed(7));
            let _ = at_once(scopes[0].run(alone()));
            let _ = at_once(scopes[1].run(with_context()));
            let _ = scopes[2].run_blocking(blocking);
            assert_eq!(scopes.each_ref().map(waits), [(); 3].map(|()| expected.clone()));
            assert_eq!(calls(), 3 * policy.attempts());
        }
    };
}

same!(base: (base = "70ms"), |it| it.base(ms(70)));
same!(cap: (cap = "3s"), |it| it.cap(Duration::from_secs(3)));
same!(factor: (factor = 3), |it| it.factor(3.0));
same!(fractional_factor: (factor = 1.25), |it| it.factor(1.25));
same!(attempts: (attempts = 9), |it| it.attempts(9));
same!(linear: (backoff = "linear"), |it| it.backoff(Backoff::Linear));
same!(constant: (backoff = "constant"), |it| it.backoff(Backoff::Constant));
same!(fibonacci: (backoff = "fibonacci"), |it| it.backoff(Backoff::Fibonacci));
same!(list: (backoff = ["1s", "20ms", "7s"]), |it| it
    .backoff(Backoff::Delays(const { &[Duration::from_secs(1), Duration::from_millis(20), Duration::from_secs(7)] })));
same!(function: (backoff = squares), |it| it.backoff(Backoff::Function(squares)));
const SHARE: f64 = 0.3;

same!(equal: (jitter = "equal"), |it| it.jitter(Jitter::Equal));
same!(decorrelated: (jitter = "decorrelated"), |it| it.jitter(Jitter::Decorrelated));
same!(share: (jitter = 0.2), |it| it.jitter(Jitter::Share(0.2)));
same!(share_as_whole_number: (jitter = 0), |it| it.jitter(Jitter::None));
same!(share_as_constant: (jitter = SHARE / 2.0), |it| it.jitter(Jitter::Share(0.15)));
same!(none: (jitter = "none"), |it| it.jitter(Jitter::None));
same!(all: (base = "10ms", cap = "90s", factor = 4, attempts = 12, jitter = "equal"), |it| it
    .base(ms(10))
    .cap(Duration::from_secs(90))
    .factor(4.0)
    .attempts(12)
    .jitter(Jitter::Equal));
