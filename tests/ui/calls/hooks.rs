//! A hook of a call is a closure with one argument, and is called without `await`.

use std::time::Duration;

use retry_core::{Retrier, RetryPolicy, retry};

type Outcome = std::io::Result<()>;

async fn attempt() -> Outcome {
    Ok(())
}

async fn tell(_line: String) {}

fn async_closure(policy: RetryPolicy) {
    let _ = policy.retry(attempt).on_retry(async |_| tell("again".to_owned()).await);
}

fn async_block(policy: RetryPolicy) {
    let _ = policy.retry(attempt).on_give_up(|event| tell(event.to_string()));
}

fn value(policy: RetryPolicy) {
    let mut events = std::collections::HashSet::new();
    let _ = policy.retry(attempt).on_retry(|event| events.insert(event.attempt));
}

fn shared(retrier: Retrier) {
    let _ = retrier.on_retry(|event| tell(event.to_string()));
}

fn two_arguments(policy: RetryPolicy) {
    let _ = policy.retry(attempt).on_retry(|error, delay| println!("{error}, again in {delay:?}"));
}

fn sleep(policy: RetryPolicy) {
    let _ = policy.retry(attempt).sleep(|delay| tokio::time::timeout(delay, std::future::pending::<()>()));
}

async fn told(_event: &retry_core::RetryEvent<'_, std::io::Error>) {}

#[retry(on_retry = told)]
async fn path_to_an_async_function() -> Outcome {
    Ok(())
}

async fn nap(delay: Duration) -> Duration {
    delay
}

#[retry(sleep = nap)]
async fn sleep_of_the_attribute() -> Outcome {
    Ok(())
}

fn main() {}
