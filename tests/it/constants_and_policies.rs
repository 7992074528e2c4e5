//! Constants in the attribute and the same policy made elsewhere give the same decisions, delays and waits, in each
//! shape of the body.

use std::cell::RefCell;
use std::future::ready;
use std::time::Duration;

use retry_core::testing::{Scope, Trace};
use retry_core::{RetryPolicy, Verdict, retry};
use tokio::time::{Instant, timeout};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Refused {
    Busy,
    Later(u64),
    Declined,
}

impl Refused {
    fn verdict(&self) -> Verdict {
        match self {
            Self::Busy => Verdict::Transient,
            Self::Later(seconds) => Verdict::RetryAfter(Duration::from_secs(*seconds)),
            Self::Declined => Verdict::Permanent,
        }
    }
}

type Outcome = Result<u32, Refused>;

thread_local! {
    /// The outcomes of the next attempts, in reverse order.
    static SCRIPT: RefCell<Vec<Refused>> = const { RefCell::new(Vec::new()) };
}

fn answer() -> Outcome {
    SCRIPT.with_borrow_mut(Vec::pop).map_or(Ok(7), Err)
}

const BASE: Duration = Duration::from_secs(1);
const POLICY: RetryPolicy = RetryPolicy::builder().base(BASE).cap(Duration::from_secs(8)).attempts(4).build_const();

#[retry(policy = POLICY, transient = Refused::verdict, name = "call")]
async fn with_policy() -> Outcome {
    ready(()).await;
    answer()
}

#[retry(base = "1s", cap = "8s", attempts = 4, transient = Refused::verdict, name = "call")]
async fn inline() -> Outcome {
    ready(()).await;
    answer()
}

#[retry(base = BASE, cap = "8s", attempts = 4, transient = Refused::verdict, name = "call")]
async fn constants() -> Outcome {
    ready(()).await;
    answer()
}

#[retry(base = "1s", cap = "8s", attempts = 4, transient = |refused| refused.verdict(), name = "call")]
async fn future_of_its_own() -> Outcome {
    ready(Ok::<(), Refused>(())).await?;
    answer()
}

/// The outcome of a function for a script, and the record of a scope.
async fn run<F: Future<Output = Outcome>>(
    function: impl Fn() -> F,
    script: &[Refused],
    scope: Scope,
) -> (Outcome, Trace) {
    SCRIPT.set(script.iter().rev().copied().collect());
    let outcome = scope.run(function()).await;
    (outcome, scope.trace())
}

#[tokio::test(start_paused = true)]
async fn constants_end_and_wait_like_a_policy_made_elsewhere() {
    use Refused::{Busy, Declined, Later};
    let scripts: [&[Refused]; 8] = [
        &[],
        &[Busy],
        &[Busy, Busy, Busy],
        &[Busy, Busy, Busy, Busy],
        &[Busy, Declined],
        &[Declined],
        &[Later(20), Busy],
        &[Busy, Later(3600)],
    ];
    for script in scripts {
        let scopes: [fn() -> Scope; 3] =
            [|| Scope::new().seed(7), || Scope::new().seed(8).with_real_waits(), || Scope::new().max_attempts(2)];
        for fresh in scopes {
            let expected = run(with_policy, script, fresh()).await;
            for (name, ran) in [
                ("inline", run(inline, script, fresh()).await),
                ("constants", run(constants, script, fresh()).await),
                ("future of its own", run(future_of_its_own, script, fresh()).await),
            ] {
                assert_eq!(ran, expected, "{name}: {script:?}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_wait_takes_its_time_and_ends_with_the_call() {
    let scope = || Scope::new().seed(7).with_real_waits();
    let script = [Refused::Busy, Refused::Busy];
    let began = Instant::now();
    let (outcome, trace) = run(inline, &script, scope()).await;
    let waited: Duration = trace.calls()[0].waits().iter().map(|wait| wait.delay).sum();
    assert_eq!((outcome, trace.calls()[0].attempts()), (Ok(7), 3));
    // Tokio's timer rounds each wait up to a millisecond.
    assert!((waited..=waited + Duration::from_millis(2)).contains(&began.elapsed()), "{:?}", began.elapsed());

    assert!(timeout(Duration::from_millis(1), run(inline, &script, scope())).await.is_err());
    assert_eq!(SCRIPT.take().len(), 1, "dropped while it waited for its second attempt");
    assert!(timeout(Duration::from_millis(1), run(future_of_its_own, &script, scope())).await.is_err());
    assert_eq!(SCRIPT.take().len(), 1, "dropped while it waited for its second attempt");
}
