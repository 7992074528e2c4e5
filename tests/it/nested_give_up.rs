//! With `nested = "once"` the outer call learns why a nested call has given up. An empty budget, an open breaker or a
//! deadline of the nested call ends the outer call too.

use std::cell::{Cell, RefCell};
use std::future::ready;
use std::io::{self, ErrorKind};
use std::time::Duration;

use retry_core::testing::{End, Scope};
use retry_core::{CircuitBreaker, GiveUpReason, Jitter, RetryBudget, RetryPolicy, Verdict, once, retry};

thread_local!(static REQUESTS: Cell<u32> = const { Cell::new(0) });

fn request() -> io::Result<()> {
    REQUESTS.set(REQUESTS.get() + 1);
    Err(ErrorKind::TimedOut.into())
}

fn requests() -> u32 {
    REQUESTS.replace(0)
}

const POLICY: RetryPolicy = RetryPolicy::builder().base(Duration::from_millis(1)).attempts(5).build_const();

/// The first wait of this call would end after its deadline.
const HURRIED: RetryPolicy = RetryPolicy::builder()
    .base(Duration::from_secs(2))
    .jitter(Jitter::None)
    .deadline(Duration::from_secs(1))
    .attempts(3)
    .build_const();

fn empty() -> RetryBudget {
    let budget = RetryBudget::new(1, 0.1);
    assert!(budget.withdraw());
    budget
}

#[retry(attempts = 3, budget = budget)]
async fn inner(budget: &RetryBudget) -> io::Result<()> {
    request()
}

#[retry(attempts = 3, budget = budget, base = "1ms", blocking)]
fn inner_blocking(budget: &RetryBudget) -> io::Result<()> {
    request()
}

#[retry(policy = HURRIED)]
async fn hurried() -> io::Result<()> {
    request()
}

#[retry(attempts = 5, nested = "once", on_give_up = |event| reasons.borrow_mut().push(event.reason))]
async fn outer(budget: &RetryBudget, reasons: &RefCell<Vec<GiveUpReason>>) -> io::Result<()> {
    inner(budget).await?;
    Ok(())
}

/// The attempts of each call, and how it ended.
fn ends(scope: &Scope) -> Vec<(usize, Option<End>)> {
    scope.trace().calls().iter().map(|call| (call.attempts(), call.end())).collect()
}

const fn gave_up(attempts: usize, reason: GiveUpReason) -> (usize, Option<End>) {
    (attempts, Some(End::GaveUp(reason)))
}

#[tokio::test(start_paused = true)]
async fn an_empty_budget_ends_the_call_around() {
    let reasons = RefCell::default();
    outer(&empty(), &reasons).await.unwrap_err();
    assert_eq!((requests(), reasons.take()), (1, vec![GiveUpReason::Budget]));

    // A budget that is not empty loses no token, because the nested call makes no further attempt.
    let full = RetryBudget::new(1, 0.1);
    outer(&full, &reasons).await.unwrap_err();
    assert_eq!((requests(), reasons.take()), (5, vec![GiveUpReason::Attempts]));
    assert!((full.level() - 1.0).abs() < f64::EPSILON);

    // The last attempt of the outer call spends its attempts, whatever the nested call says.
    #[retry(attempts = 1, nested = "once", on_give_up = |event| reasons.borrow_mut().push(event.reason))]
    async fn last(budget: &RetryBudget, reasons: &RefCell<Vec<GiveUpReason>>) -> io::Result<()> {
        inner(budget).await
    }
    last(&empty(), &reasons).await.unwrap_err();
    assert_eq!((requests(), reasons.take()), (1, vec![GiveUpReason::Attempts]));

    // Without the option the calls do not affect each other.
    let budget = empty();
    POLICY.retry(|| inner(&budget)).await.unwrap_err();
    assert_eq!(requests(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_deadline_ends_the_call_around() {
    let scope = Scope::new();
    scope.run(POLICY.retry(hurried).nested_once()).await.unwrap_err();
    assert_eq!(requests(), 1);
    assert_eq!(ends(&scope), [gave_up(1, GiveUpReason::Deadline); 2]);

    // A deadline that ends an attempt of the nested call counts too.
    #[retry(policy = HURRIED, timeout = "10s")]
    async fn slow() -> io::Result<()> {
        let _ = request();
        std::future::pending().await
    }
    let scope = Scope::new();
    let error = scope.run(POLICY.retry(slow).nested_once()).await.unwrap_err();
    assert_eq!((requests(), error.kind()), (1, ErrorKind::TimedOut));
    assert_eq!(ends(&scope), [gave_up(1, GiveUpReason::Deadline); 2]);
}

#[tokio::test(start_paused = true)]
async fn an_open_breaker_ends_the_call_around() {
    let breaker = CircuitBreaker::builder().consecutive_failures(1).open_for(Duration::from_secs(60)).build().unwrap();
    let inner = || async {
        let call = POLICY.retry(|| ready(request())).breaker(&breaker).breaker_open(|_| ErrorKind::TimedOut.into());
        call.await
    };
    // The first request opens the breaker. The second call makes no request.
    for made in [1, 0] {
        let scope = Scope::new();
        scope.run(POLICY.retry(inner).nested_once()).await.unwrap_err();
        assert_eq!(requests(), made);
        assert_eq!(ends(&scope), [gave_up(1, GiveUpReason::Breaker); 2]);
    }
}

#[tokio::test(start_paused = true)]
async fn every_call_that_makes_attempts_is_told() {
    #[retry(attempts = 5, nested = "once", timeout = "1s")]
    async fn with_timeout(budget: &RetryBudget) -> io::Result<()> {
        inner(budget).await
    }
    #[retry(base = "1ms", attempts = 5, nested = "once", blocking)]
    fn blocking(budget: &RetryBudget) -> io::Result<()> {
        inner_blocking(budget)
    }
    let budget = empty();
    with_timeout(&budget).await.unwrap_err();
    assert_eq!(requests(), 1);
    blocking(&budget).unwrap_err();
    assert_eq!(requests(), 1);
    POLICY.retry(|| inner(&budget)).nested_once().await.unwrap_err();
    assert_eq!(requests(), 1);
    POLICY.retry(|| inner(&budget)).timeout(Duration::from_secs(1)).nested_once().await.unwrap_err();
    assert_eq!(requests(), 1);
    POLICY.retry_async_closure(async || inner(&budget).await).nested_once().run().await.unwrap_err();
    assert_eq!(requests(), 1);
    POLICY.retry_blocking(|| inner_blocking(&budget)).nested_once().run().unwrap_err();
    assert_eq!(requests(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_verdict_that_says_when_insists() {
    let budget = empty();
    let call = |verdict: Verdict| POLICY.retry(|| inner(&budget)).transient(move |_| verdict).nested_once();
    call(Verdict::RetryAfter(Duration::from_millis(10))).await.unwrap_err();
    assert_eq!(requests(), 5);
    call(Verdict::WaitExactly(Duration::ZERO)).await.unwrap_err();
    assert_eq!(requests(), 5);
    call(Verdict::Transient).await.unwrap_err();
    assert_eq!(requests(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_last_call_in_the_attempt_counts() {
    let (budget, full) = (empty(), RetryBudget::new(9, 0.1));
    let then_another = async || {
        let _ = inner(&budget).await;
        tokio::task::yield_now().await;
        inner(&full).await
    };
    POLICY.retry_async_closure(then_another).nested_once().run().await.unwrap_err();
    assert_eq!(requests(), 10);

    let then_this = async || {
        let _ = inner(&full).await;
        let outcome = inner(&budget).await;
        // The attempt goes on, in another poll.
        tokio::task::yield_now().await;
        outcome
    };
    POLICY.retry_async_closure(then_this).nested_once().run().await.unwrap_err();
    assert_eq!(requests(), 2);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_told_of_an_earlier_attempt() {
    let budget = empty();
    // An attempt that copes with it, one that takes its timeout, and one that makes no call.
    let coping = async || {
        let _ = inner(&budget).await;
        io::Result::Ok(())
    };
    POLICY.retry_async_closure(coping).nested_once().run().await.unwrap();
    once(inner(&budget)).await.unwrap_err();
    assert_eq!(requests(), 2);
    POLICY.retry(|| ready(request())).nested_once().await.unwrap_err();
    assert_eq!(requests(), 5);

    let late = || async {
        let _ = inner(&budget).await;
        std::future::pending::<io::Result<()>>().await
    };
    POLICY.retry(late).timeout(Duration::from_secs(1)).nested_once().await.unwrap_err();
    assert_eq!(requests(), 5, "the attempt failed for its timeout");
}

#[tokio::test(start_paused = true)]
async fn however_deep() {
    #[retry(attempts = 4, nested = "once")]
    async fn top(budget: &RetryBudget, reasons: &RefCell<Vec<GiveUpReason>>) -> io::Result<()> {
        outer(budget, reasons).await
    }
    let (reasons, scope) = (RefCell::default(), Scope::new());
    scope.run(top(&empty(), &reasons)).await.unwrap_err();
    assert_eq!((requests(), reasons.take()), (1, vec![GiveUpReason::Budget]));
    assert_eq!(ends(&scope), [gave_up(1, GiveUpReason::Budget); 3]);
}

#[tokio::test(start_paused = true)]
async fn events_and_attempts_have_the_depth() {
    type Lines = RefCell<Vec<(u32, String)>>;

    #[retry(
        attempts = 2,
        base = "0s",
        name = "inner",
        context = attempt,
        on_retry = |event| lines.borrow_mut().push((event.depth, event.to_string())),
        on_give_up = |event| lines.borrow_mut().push((event.depth, event.to_string()))
    )]
    async fn inner(lines: &Lines) -> io::Result<()> {
        lines.borrow_mut().push((attempt.depth, format!("last: {}", attempt.is_last)));
        Err(io::Error::new(ErrorKind::TimedOut, "late"))
    }
    #[retry(
        attempts = 2,
        base = "0s",
        nested = "once",
        name = "outer",
        on_retry = |event| lines.borrow_mut().push((event.depth, event.to_string())),
        on_give_up = |event| lines.borrow_mut().push((event.depth, event.to_string()))
    )]
    async fn outer(lines: &Lines) -> io::Result<()> {
        inner(lines).await
    }
    let lines = Lines::default();
    let told = |lines: &Lines| lines.take();
    outer(&lines).await.unwrap_err();
    let of_inner = "inner (depth 1): gave up after attempt 1 and 0ns: the attempts are spent: late";
    let expected = [
        (1, "last: true"),
        (1, of_inner),
        (0, "outer: attempt 1 failed: late; next in 0ns (backoff)"),
        (1, "last: true"),
        (1, of_inner),
        (0, "outer: gave up after attempt 2 and 0ns: the attempts are spent: late"),
    ];
    assert_eq!(told(&lines), expected.map(|(depth, line)| (depth, line.to_owned())));
    once(once(inner(&lines))).await.unwrap_err();
    assert_eq!(told(&lines).iter().map(|(depth, _)| *depth).collect::<Vec<_>>(), [2, 2]);
    inner(&lines).await.unwrap_err();
    let expected = [
        (0, "last: false"),
        (0, "inner: attempt 1 failed: late; next in 0ns (backoff)"),
        (0, "last: true"),
        (0, "inner: gave up after attempt 2 and 0ns: the attempts are spent: late"),
    ];
    assert_eq!(told(&lines), expected.map(|(depth, line)| (depth, line.to_owned())));
}
