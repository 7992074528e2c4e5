//! The hooks of a `Retrier`, which serve every error type, beside those of a function.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retry_core::{ErrorText, Retrier, RetryEvent, RetryPolicy, TimedOut, retry};

const POLICY: RetryPolicy =
    RetryPolicy::builder().base(Duration::from_millis(10)).cap(Duration::from_millis(10)).attempts(4).build_const();

fn busy() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

/// What two hooks are told, in order.
type Lines = Arc<Mutex<Vec<String>>>;

fn observed(lines: &Lines) -> Retrier {
    let (retries, ends) = (Arc::clone(lines), Arc::clone(lines));
    let log = move |event: &RetryEvent<'_, ErrorText<'_>>| retries.lock().unwrap().push(format!("shared {event}"));
    Retrier::new(POLICY)
        .with_name("shared")
        .on_retry(log)
        .on_give_up(move |event| ends.lock().unwrap().push(format!("shared {event} {:?}", event.reason)))
}

#[tokio::test(start_paused = true)]
async fn hooks_of_both_are_told_the_same_line_and_those_of_the_function_first() {
    let lines = Lines::default();
    let retries = observed(&lines);
    #[retry(
        with = retries,
        sleep = |_| std::future::ready(()),
        on_retry = |event| lines.lock().unwrap().push(format!("own {event}")),
        on_give_up = |event| lines.lock().unwrap().push(format!("own {event}")),
    )]
    async fn fetch(retries: &Retrier, lines: &Lines) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::TimedOut, TimedOut::new(Duration::from_secs(1))))
    }
    assert!(fetch(&retries, &lines).await.is_err());
    let lines = lines.lock().unwrap();
    assert_eq!(lines.len(), 8);
    for pair in lines.chunks(2) {
        let own = pair[0].strip_prefix("own ").unwrap();
        let shared = pair[1].strip_prefix("shared ").unwrap();
        assert!(own.contains("fetch: ") && own.contains("the attempt timed out after 1s"), "{own}");
        assert!(shared.starts_with(own), "{own}\n{shared}");
    }
    assert!(lines[7].ends_with(" Attempts"), "{}", lines[7]);
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_text_and_a_value_that_is_not_accepted_are_told_as_such() {
    struct Silent;
    let lines = Lines::default();
    let retries = observed(&lines);
    #[retry(with = retries, timeout = None, breaker = None, transient = |_| false)]
    async fn fail(retries: &Retrier) -> Result<(), Silent> {
        Err(Silent)
    }
    #[retry(with = retries, timeout = None, breaker = None, transient = |_: &Silent| false, until = |_| false)]
    async fn answer(retries: &Retrier) -> Result<(), Silent> {
        Ok(())
    }
    assert!(fail(&retries).await.is_err());
    assert!(answer(&retries).await.is_ok());
    let lines = lines.lock().unwrap();
    assert!(
        lines[0]
            .ends_with("gave up after attempt 1 and 0ns: the error is permanent: an error without a text Permanent"),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains("attempt 1 failed: the value was not accepted; next in "), "{}", lines[1]);
}

#[tokio::test(start_paused = true)]
async fn clones_have_hooks_of_their_own_from_then_on() {
    let count = Arc::new(AtomicU32::new(0));
    let add = |by: u32| {
        let count = Arc::clone(&count);
        move |_: &RetryEvent<'_, ErrorText<'_>>| _ = count.fetch_add(by, Ordering::Relaxed)
    };
    let one = Retrier::new(POLICY).on_retry(add(1));
    let both = one.clone().on_retry(add(10));
    let hooks = [&one, &both, &both.clone().on_give_up(|_| {})].map(|retrier| format!("{retrier:?}"));
    for (text, expected) in hooks.iter().zip(["hooks: 1 hooks }", "hooks: 2 hooks }", "hooks: 3 hooks }"]) {
        assert!(text.ends_with(expected), "{text}");
    }
    for (retrier, expected) in [(&one, 3), (&both, 33)] {
        assert!(retrier.retry(async || Err::<(), _>(busy())).await.is_err());
        assert_eq!(count.swap(0, Ordering::Relaxed), expected);
    }
}
