//! Functions that return an `impl Future` with an `async` block for a body.
#![allow(clippy::manual_async_fn)] // how they are written is what is tested

use std::error::Error;
use std::future::Future;
use std::sync::Arc;

use crate::common::{Failure, always_busy, at_once, calls, no_wait, retried, send, third_time};
use retry_core::{RetryPolicy, retry};
use tracing::instrument;

struct Client {
    name: Arc<str>,
    policy: RetryPolicy,
    calls: u32,
}

impl Client {
    #[retry(sleep = no_wait)]
    fn shared<'a>(&'a self, text: &'a str) -> impl Future<Output = Result<usize, Failure>> + Send + 'a {
        async move {
            third_time()?;
            Ok(self.name.len() + text.len())
        }
    }

    #[retry(policy = self.policy, transient = |e| *e != Failure::Busy(limit), sleep = no_wait, context = attempt)]
    fn options(&mut self, limit: u32) -> impl Future<Output = Result<u32, Failure>> {
        async move {
            self.calls = attempt.number;
            always_busy()
        }
    }

    #[retry(sleep = no_wait)]
    fn detached(&self, text: String) -> impl Future<Output = Result<usize, Failure>> + use<> {
        let name = self.name.clone();
        let (length, _rest) = (name.len(), [1, 2]);
        async move {
            third_time()?;
            Ok(length + name.len() + text.len())
        }
    }
}

#[test]
fn methods() {
    let policy = RetryPolicy::builder().attempts(9).build().unwrap();
    let mut client = Client { name: "name".into(), policy, calls: 0 };
    assert_eq!(retried(client.shared("text")), Ok(8));
    assert_eq!(at_once(client.options(4)), Err(Failure::Busy(4)));
    assert_eq!((client.calls, calls()), (4, 4));
    let detached = client.detached("text".to_owned());
    drop(client);
    assert_eq!(retried(detached), Ok(12));
}

/// The predicate needs the type of the block before the signature tells the compiler.
#[test]
fn types_are_those_of_the_signature() {
    #[retry(sleep = no_wait, transient = |error| error.is::<Failure>())]
    fn boxed_error(number: u32) -> impl Future<Output = Result<Box<dyn Send>, Box<dyn Error + Send + Sync>>> + Send {
        async move {
            if let Err(error) = third_time() {
                return Err(Box::new(error));
            }
            Ok(Box::new(number))
        }
    }
    #[retry(sleep = no_wait, transient = |error| error.is_busy())]
    fn opaque(count: usize) -> impl Future<Output = Result<impl Iterator<Item = u32>, Failure>> {
        async move { third_time().map(|three| std::iter::repeat_n(three, count)) }
    }
    #[retry(sleep = no_wait)]
    fn inline() -> impl Future<Output = Result<u32, Failure>> {
        async { third_time() }
    }
    assert!(retried(boxed_error(1)).is_ok());
    assert_eq!(retried(opaque(2)).unwrap().sum::<u32>(), 6);
    assert_eq!(retried(inline()), Ok(3));
}

#[test]
fn what_stands_before_the_block_runs_at_the_call_and_once() {
    #[retry(sleep = no_wait)]
    fn read() -> impl Future<Output = Result<u32, Failure>> {
        let early = crate::common::call();
        async move { Ok(early * 100 + third_time()?) }
    }
    let future = read();
    assert_eq!(calls(), 1);
    assert_eq!(retried(future), Ok(103));
}

#[trait_variant::make(Send)]
trait Source: Sync {
    #[retry(sleep = no_wait)]
    fn with_default(&self, text: String) -> impl Future<Output = Result<usize, Failure>> {
        async move {
            third_time()?;
            Ok(text.len())
        }
    }

    async fn implemented(&self, text: String) -> Result<usize, Failure>;
}

impl Source for Client {
    #[retry(sleep = no_wait)]
    async fn implemented(&self, text: String) -> Result<usize, Failure> {
        third_time()?;
        Ok(text.len())
    }
}

#[test]
fn below_trait_variant() {
    fn assert_each(source: &impl Source) {
        assert_eq!(retried(source.with_default("text".to_owned())), Ok(4));
        assert_eq!(retried(source.implemented("text".to_owned())), Ok(4));
    }
    assert_each(&Client { name: "name".into(), policy: RetryPolicy::default(), calls: 0 });
}

#[test]
fn below_instrument() {
    #[instrument(skip_all, err)]
    #[retry(sleep = no_wait)]
    fn read<'a>(text: String, list: &'a mut Vec<u32>) -> impl Future<Output = Result<usize, Failure>> + Send + 'a {
        async move {
            list.push(1);
            third_time()?;
            Ok(text.len())
        }
    }
    let mut list = Vec::new();
    assert_eq!(retried(send(read("text".to_owned(), &mut list))), Ok(4));
    assert_eq!(list, [1, 1, 1]);
}
