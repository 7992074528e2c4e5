//! Functions that return a boxed future, written by hand.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use crate::common::{Failure, always_busy, at_once, calls, no_wait, retried, third_time};
use retry_core::{RetryPolicy, retry};

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
type LocalBoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

struct Client {
    name: Arc<str>,
    policy: RetryPolicy,
    calls: u32,
}

impl Client {
    #[retry(sleep = no_wait)]
    fn shared<'a>(&'a self, text: &'a str) -> Pin<Box<dyn Future<Output = Result<usize, Failure>> + Send + 'a>> {
        Box::pin(async move {
            third_time()?;
            Ok(self.name.len() + text.len())
        })
    }

    #[retry(sleep = no_wait)]
    fn exclusive<'a>(&'a mut self, seen: &'a mut Vec<u32>) -> BoxFuture<'a, Result<u32, Failure>> {
        Box::pin(async move {
            self.calls += 1;
            seen.push(self.calls);
            if third_time()? == 3 {
                return Ok(self.calls);
            }
            always_busy()
        })
    }

    #[retry(sleep = no_wait)]
    fn detached(&self, text: String) -> BoxFuture<'static, Result<usize, Failure>> {
        let name = self.name.clone();
        let (length, _rest) = (name.len(), [1, 2]);
        std::boxed::Box::pin(async move {
            third_time()?;
            Ok(length + name.len() + text.len())
        })
    }

    #[retry(policy = self.policy, transient = |e| *e != Failure::Busy(limit), sleep = no_wait, context = attempt)]
    fn options(&mut self, limit: u32) -> BoxFuture<'_, Result<u32, Failure>> {
        Box::pin(async move {
            self.calls = attempt.number;
            always_busy()
        })
    }
}

#[test]
fn methods() {
    let policy = RetryPolicy::builder().attempts(9).build().unwrap();
    let mut client = Client { name: "name".into(), policy, calls: 0 };
    assert_eq!(retried(client.shared("text")), Ok(8));
    let mut seen = Vec::new();
    assert_eq!(retried(client.exclusive(&mut seen)), Ok(3));
    assert_eq!(seen, [1, 2, 3]);
    assert_eq!(at_once(client.options(4)), Err(Failure::Busy(4)));
    assert_eq!((client.calls, calls()), (4, 4));
    let detached = client.detached("text".to_owned());
    drop(client);
    assert_eq!(retried(detached), Ok(12));
}

#[test]
fn functions() {
    #[retry(sleep = no_wait)]
    fn std_paths(
        text: String,
    ) -> ::std::pin::Pin<::std::boxed::Box<dyn ::std::future::Future<Output = Result<usize, Failure>> + Send>> {
        ::std::boxed::Box::pin(async move {
            third_time()?;
            Ok(text.len())
        })
    }
    #[retry(sleep = no_wait)]
    fn local(text: Rc<str>) -> LocalBoxFuture<'static, Result<usize, Failure>> {
        Box::pin(async move {
            third_time()?;
            Ok(text.len())
        })
    }
    #[retry(sleep = no_wait)]
    fn without_move(text: &str) -> BoxFuture<'_, Result<usize, Failure>> {
        let length = text.len();
        let future = std::future::ready(length);
        Box::pin(async move {
            let future = future.clone();
            third_time()?;
            Ok(future.await)
        })
    }
    #[retry(sleep = no_wait)]
    fn constant() -> BoxFuture<'static, Result<u32, Failure>> {
        Box::pin(async { third_time() })
    }
    #[retry(sleep = no_wait)]
    fn rebound(text: String, list: &mut Vec<u32>) -> BoxFuture<'_, Result<String, Failure>> {
        Box::pin(async move {
            let text = text;
            let other = text.clone();
            list.push(1);
            third_time()?;
            Ok(other)
        })
    }
    #[retry(sleep = no_wait, transient = |error| error.is::<Failure>())]
    fn boxed_error(number: u32) -> BoxFuture<'static, Result<Box<dyn Send>, Box<dyn Error + Send + Sync>>> {
        Box::pin(async move {
            if let Err(error) = third_time() {
                return Err(Box::new(error));
            }
            Ok(Box::new(number))
        })
    }
    #[retry(sleep = no_wait)]
    fn generic<'a, T, F>(by: F) -> BoxFuture<'a, Result<T, Failure>>
    where
        T: Send + 'a,
        F: Fn(u32) -> T + Send + Sync + 'a,
    {
        Box::pin(async move { third_time().map(|three| by(three + 1)) })
    }
    assert_eq!(retried(std_paths("text".to_owned())), Ok(4));
    assert_eq!((at_once(local("text".into())), calls()), (Ok(4), 3));
    assert_eq!(retried(without_move("text")), Ok(4));
    assert_eq!(retried(constant()), Ok(3));
    let mut list = Vec::new();
    assert_eq!(retried(rebound("text".to_owned(), &mut list)).unwrap(), "text");
    assert_eq!(list, [1, 1, 1]);
    assert!(retried(boxed_error(1)).is_ok());
    assert_eq!(retried(generic(|four| vec![four])).unwrap(), [4]);
}

#[test]
fn what_stands_before_the_future_runs_at_the_call_and_once() {
    #[retry(sleep = no_wait)]
    fn read() -> BoxFuture<'static, Result<u32, Failure>> {
        let early = crate::common::call();
        let early = early * 100;
        Box::pin(async move { Ok(early + third_time()?) })
    }
    let future = read();
    assert_eq!(calls(), 1);
    assert_eq!(retried(future), Ok(103));
}

trait Handler {
    fn handle(&self, request: String) -> BoxFuture<'_, Result<String, Failure>>;

    #[retry(sleep = no_wait)]
    fn twice(&self, request: String) -> BoxFuture<'_, Result<String, Failure>>
    where
        Self: Sync,
    {
        Box::pin(async move {
            third_time()?;
            Ok(self.handle(request.clone()).await? + &request)
        })
    }
}

struct Echo;

impl Handler for Echo {
    #[retry(sleep = no_wait)]
    fn handle(&self, request: String) -> BoxFuture<'_, Result<String, Failure>> {
        Box::pin(async move {
            third_time()?;
            Ok(request.clone())
        })
    }
}

#[test]
fn traits() {
    let handler: &(dyn Handler + Sync) = &Echo;
    assert_eq!(retried(handler.handle("x".to_owned())).unwrap(), "x");
    assert_eq!(at_once(handler.twice("x".to_owned())).unwrap(), "xx");
    assert_eq!(calls(), 4);
}
