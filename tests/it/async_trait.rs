//! `#[async_trait]` runs first, and a method that it has rewritten is retried like any other.

use std::cell::Cell;
use std::error::Error;
use std::fmt::Display;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::common::{Failure, Waits, always_busy, at_once, calls, ms, no_wait, retried, seeded, third_time};
use async_trait::async_trait;
use retry_core::{RetryPolicy, retry};

struct Pair {
    left: String,
    right: u32,
}

#[async_trait]
trait Store: Send + Sync {
    const CALLS: u32 = 4;

    async fn shared(&self) -> Result<String, Failure>;
    async fn exclusive(&mut self, more: u32) -> Result<u32, Failure>;
    async fn none() -> Result<u32, Failure>
    where
        Self: Sized;
    async fn owned(&self, text: String, list: Vec<u32>) -> Result<usize, Failure>;
    async fn borrowed<'a>(&self, text: &'a str, list: &mut Vec<u32>) -> Result<&'a str, Failure>;
    async fn patterns(&self, _: String, pair: Pair, numbers: (u32, u32), one: &u32) -> Result<u32, Failure>;
    async fn generic<T: Display + Send + Sync, const N: usize>(&self, items: [T; N]) -> Result<String, Failure>
    where
        Self: Sized;
    async fn boxed_error(&self, text: &str) -> Result<u32, Box<dyn Error + Send + Sync>>;
    async fn lent(&self) -> Result<&str, Failure>;
    async fn in_arc(self: Arc<Self>) -> Result<String, Failure>;
    async fn in_box(self: Box<Self>) -> Result<String, Failure>;

    #[retry(attempts = Self::CALLS, sleep = no_wait)]
    async fn with_default(&self, text: String) -> Result<String, Failure>
    where
        Self: Sized,
    {
        third_time()?;
        Ok(self.shared_name() + &text)
    }

    #[retry(sleep = no_wait)]
    async fn dyn_default(&mut self, text: String) -> Result<String, Failure> {
        third_time()?;
        Ok(self.shared_name() + &text)
    }

    fn shared_name(&self) -> String;
}

struct Disk {
    name: String,
    calls: u32,
}

#[async_trait]
impl Store for Disk {
    #[retry(sleep = no_wait)]
    async fn shared(&self) -> Result<String, Failure> {
        third_time()?;
        Ok(self.name.clone())
    }

    #[retry(sleep = no_wait)]
    async fn exclusive(&mut self, more: u32) -> Result<u32, Failure> {
        self.calls += more;
        third_time()?;
        Ok(self.calls)
    }

    #[retry(sleep = no_wait)]
    async fn none() -> Result<u32, Failure> {
        if third_time()? == 3 {
            return Ok(3);
        }
        always_busy()
    }

    #[retry(sleep = no_wait)]
    async fn owned(&self, text: String, list: Vec<u32>) -> Result<usize, Failure> {
        let mut list = list.clone();
        list.push(1);
        third_time()?;
        Ok(text.len() + list.len())
    }

    #[retry(sleep = no_wait)]
    async fn borrowed<'a>(&self, text: &'a str, list: &mut Vec<u32>) -> Result<&'a str, Failure> {
        list.push(1);
        third_time()?;
        Ok(text)
    }

    #[retry(sleep = no_wait)]
    async fn patterns(
        &self,
        _: String,
        Pair { left, right }: Pair,
        (a, b): (u32, u32),
        &one: &u32,
    ) -> Result<u32, Failure> {
        third_time()?;
        Ok(right + a + b + one + u32::from(left.is_empty()))
    }

    #[retry(sleep = no_wait)]
    async fn generic<T: Display + Send + Sync, const N: usize>(&self, items: [T; N]) -> Result<String, Failure> {
        third_time()?;
        Ok(items.iter().map(T::to_string).collect())
    }

    #[retry(sleep = no_wait, transient = |error| error.is::<Failure>())]
    async fn boxed_error(&self, text: &str) -> Result<u32, Box<dyn Error + Send + Sync>> {
        let number = text.parse::<u32>()?;
        match third_time() {
            Ok(three) => Ok(three + number),
            Err(error) => Err(Box::new(error)),
        }
    }

    #[retry(sleep = no_wait)]
    async fn lent(&self) -> Result<&str, Failure> {
        third_time()?;
        Ok(&self.name)
    }

    #[retry(sleep = no_wait)]
    async fn in_arc(self: Arc<Self>) -> Result<String, Failure> {
        third_time()?;
        Ok(self.name.clone())
    }

    #[retry(sleep = no_wait)]
    async fn in_box(self: Box<Self>) -> Result<String, Failure> {
        third_time()?;
        Ok(self.name.clone())
    }

    fn shared_name(&self) -> String {
        self.name.clone()
    }
}

fn disk() -> Disk {
    Disk { name: "disk".to_owned(), calls: 0 }
}

#[test]
fn every_receiver() {
    let mut disk = disk();
    assert_eq!(retried(disk.shared()).unwrap(), "disk");
    assert_eq!(retried(disk.exclusive(2)), Ok(6));
    assert_eq!(retried(Disk::none()), Ok(3));
    assert_eq!(retried(disk.lent()).unwrap(), "disk");
    assert_eq!(retried(Box::new(disk).in_box()).unwrap(), "disk");
    assert_eq!(retried(Arc::new(self::disk()).in_arc()).unwrap(), "disk");
}

#[test]
fn every_argument() {
    let disk = disk();
    assert_eq!(retried(disk.owned("text".to_owned(), vec![1])), Ok(6), "the arguments outlive an attempt");
    let mut list = Vec::new();
    assert_eq!(retried(disk.borrowed("text", &mut list)).unwrap(), "text");
    assert_eq!(list, [1, 1, 1]);
    let pair = Pair { left: String::new(), right: 10 };
    assert_eq!(retried(disk.patterns(String::new(), pair, (100, 1_000), &10_000)), Ok(11_111));
    assert_eq!(retried(disk.generic([1, 2])).unwrap(), "12");
    assert_eq!(retried(disk.boxed_error("4")).unwrap(), 7);
    assert!(at_once(disk.boxed_error("x")).unwrap_err().is::<std::num::ParseIntError>());
    assert_eq!(calls(), 0);
}

#[test]
fn defaults_and_trait_objects() {
    let mut disk = disk();
    assert_eq!(retried(disk.with_default("x".to_owned())).unwrap(), "diskx");
    assert_eq!(retried(disk.dyn_default("x".to_owned())).unwrap(), "diskx");
    let store = &mut disk as &mut dyn ObjectStore;
    assert_eq!(retried(store.read(1)), Ok(3));
}

#[async_trait]
trait ObjectStore: Send {
    async fn read(&mut self, more: u32) -> Result<u32, Failure>;
}

#[async_trait]
impl ObjectStore for Disk {
    #[retry(sleep = no_wait)]
    async fn read(&mut self, more: u32) -> Result<u32, Failure> {
        self.calls += more;
        third_time()?;
        Ok(self.calls)
    }
}

#[async_trait(?Send)]
trait Local {
    async fn read(&self, text: Rc<str>) -> Result<usize, Failure>;
}

#[async_trait(?Send)]
impl Local for Cell<u32> {
    #[retry(sleep = no_wait)]
    async fn read(&self, text: Rc<str>) -> Result<usize, Failure> {
        self.set(self.get() + 1);
        third_time()?;
        Ok(text.len())
    }
}

#[test]
fn not_send() {
    let cell = Cell::new(0);
    assert_eq!(at_once(cell.read("text".into())), Ok(4));
    assert_eq!((cell.get(), calls()), (3, 3));
}

struct Service<T> {
    policy: RetryPolicy,
    waits: Waits,
    last: u32,
    inner: T,
}

#[async_trait]
trait Options {
    async fn injected(&self, sleep: Arc<Waits>) -> Result<u32, Failure>;
    async fn context(&mut self) -> Result<u32, Failure>;
    async fn of_self(&self, limit: u32) -> Result<u32, Failure>;
    async fn of_exclusive_self(&mut self) -> Result<u32, Failure>;
    async fn of_shared_self(self: Arc<Self>) -> Result<u32, Failure>;
}

#[async_trait]
impl<T: Clone + Send + Sync> Options for Service<T> {
    #[retry(attempts = 3, rng = seeded(), sleep = |delay| sleep.sleep(delay))]
    async fn injected(&self, sleep: Arc<Waits>) -> Result<u32, Failure> {
        let _ = self.inner.clone();
        always_busy()
    }

    #[retry(attempts = 3, sleep = no_wait, context = attempt)]
    async fn context(&mut self) -> Result<u32, Failure> {
        self.last = attempt.number;
        if attempt.is_last { Ok(self.last) } else { always_busy() }
    }

    #[retry(policy = self.policy, sleep = |delay| self.waits.sleep(delay), transient = |e| self.judge(e, limit))]
    async fn of_self(&self, limit: u32) -> Result<u32, Failure> {
        always_busy()
    }

    /// The options use the variable that `self` has been moved into.
    #[retry(policy = self.policy, sleep = |delay| self.waits.sleep(delay), on_retry = |event| self.last = event.attempt)]
    async fn of_exclusive_self(&mut self) -> Result<u32, Failure> {
        self.last += 10;
        always_busy()
    }

    #[retry(policy = self.policy, sleep = |delay| self.waits.sleep(delay), transient = |e| self.judge(e, 2))]
    async fn of_shared_self(self: Arc<Self>) -> Result<u32, Failure> {
        always_busy()
    }
}

impl<T> Service<T> {
    fn judge(&self, error: &Failure, limit: u32) -> bool {
        *error != Failure::Busy(limit + self.last)
    }
}

#[test]
fn options() {
    let policy = RetryPolicy::builder().base(ms(1)).attempts(9).build().unwrap();
    let mut service = Service { policy, waits: Waits::default(), last: 0, inner: String::new() };
    let waits = Arc::new(Waits::default());
    assert_eq!(at_once(service.injected(waits.clone())), Err(Failure::Busy(3)));
    let policy = RetryPolicy::builder().attempts(3).build().unwrap();
    assert_eq!(waits.take(), policy.delays(seeded()).collect::<Vec<Duration>>());
    calls();
    assert_eq!(at_once(service.context()), Ok(3));
    calls();
    assert_eq!(at_once(service.of_self(2)), Err(Failure::Busy(5)));
    assert_eq!(service.waits.take().len(), 4);
    service.policy = policy;
    calls();
    assert_eq!(at_once(service.of_exclusive_self()), Err(Failure::Busy(3)));
    assert_eq!((service.last, service.waits.take().len()), (12, 2));
    service.last = 0;
    calls();
    let service = Arc::new(service);
    assert_eq!(at_once(service.clone().of_shared_self()), Err(Failure::Busy(2)));
    assert_eq!(service.waits.take().len(), 1);
}
