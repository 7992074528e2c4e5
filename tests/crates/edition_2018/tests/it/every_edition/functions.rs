//! Ordinary functions, the same source in every edition. Each makes three attempts, and its future is `Send`.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use retry_core::retry;
use retry_core::{Retrier, Transient, Verdict};

use super::support::Failure;
use super::support::{no_block, no_wait, retried, third_time, thrice};

impl Transient for Failure {
    fn verdict(&self) -> Verdict {
        self.is_busy().into()
    }
}

type Outcome<T = u32> = Result<T, Failure>;

#[derive(Debug, Default)]
struct Client {
    name: String,
    calls: u32,
    seen: HashMap<u32, String>,
    retries: Retrier,
}

impl Client {
    #[retry(sleep = no_wait)]
    async fn shared(&self, more: &str) -> Outcome<String> {
        third_time()?;
        Ok(format!("{}{}", self.name, more))
    }

    // In edition 2018 a closure captures the whole of `self`. The predicate, the hook and the sleep may still read it,
    // because none of them lives while the body runs.
    #[retry(
        attempts = 4,
        transient = |error: &Failure| self.calls < 10 && error.is_busy(),
        on_retry = |event| self.name.push_str(&event.attempt.to_string()),
        sleep = |delay| no_wait(delay * self.calls)
    )]
    async fn exclusive(&mut self, number: u32) -> Outcome {
        self.calls += 1;
        let add = |calls: &mut u32| *calls += 10;
        add(&mut self.calls);
        self.seen.entry(number).or_default().push('x');
        self.calls -= 10;
        third_time().map(|_| self.calls)
    }

    #[retry(with = self.retries, timeout = None, breaker = None, sleep = no_wait)]
    async fn exclusive_retrier(&mut self) -> Outcome {
        self.count();
        third_time()
    }

    #[retry(with = self.retries, timed_out = |_| Failure::Busy(0), breaker_open = |_| Failure::Busy(0), sleep = no_wait)]
    async fn shared_retrier(&self) -> Outcome {
        third_time()
    }

    #[retry(blocking, with = self.retries, breaker = None, sleep = no_block)]
    fn blocking_retrier(&mut self) -> Outcome {
        self.count();
        third_time()
    }

    fn count(&mut self) {
        self.calls += 1;
    }

    #[retry(sleep = no_wait)]
    async fn owned(self, text: String) -> Outcome<usize> {
        third_time()?;
        Ok(self.name.len() + text.len())
    }

    #[retry(sleep = no_wait)]
    async fn in_arc(self: Arc<Self>) -> Outcome<String> {
        third_time().map(|_| self.name.clone())
    }

    #[retry(sleep = no_wait)]
    async fn lent<'a>(&'a self, _other: &str) -> Outcome<&'a str> {
        if self.name.is_empty() {
            return Err(Failure::Broken(0));
        }
        third_time()?;
        Ok(&self.name)
    }

    #[retry(blocking, sleep = no_block)]
    fn blocking(&mut self, list: &mut Vec<u32>) -> Outcome<usize> {
        self.calls += 1;
        list.push(self.calls);
        third_time()?;
        Ok(list.len())
    }

    #[retry(sleep = no_wait)]
    fn boxed<'a>(&'a mut self, more: &'a str) -> Pin<Box<dyn Future<Output = Outcome<String>> + Send + 'a>> {
        let length = more.len();
        Box::pin(async move {
            self.calls += 1;
            third_time()?;
            Ok(format!("{}{}{}", self.calls, more, length))
        })
    }

    #[retry(sleep = no_wait)]
    fn opaque<'a>(&'a mut self, more: &'a str) -> impl Future<Output = Outcome<String>> + Send + 'a {
        let length = more.len();
        async move {
            self.calls += 1;
            third_time()?;
            Ok(format!("{}{}{}", self.calls, more, length))
        }
    }
}

#[test]
fn methods() {
    let mut client = Client { name: "client".into(), ..Client::default() };
    assert_eq!(retried(client.shared("!")).unwrap(), "client!");
    assert_eq!(retried(client.exclusive(7)), Ok(3));
    assert_eq!((&*client.name, &*client.seen[&7]), ("client12", "xxx"));
    assert_eq!(retried(client.exclusive_retrier()), Ok(3));
    assert_eq!(retried(client.shared_retrier()), Ok(3));
    assert_eq!(thrice(client.blocking_retrier()), Ok(3));
    client.calls -= 6;
    let mut list = Vec::new();
    assert_eq!(thrice(client.blocking(&mut list)), Ok(3));
    assert_eq!(list, [4, 5, 6]);
    assert_eq!(retried(client.boxed("ab")).unwrap(), "9ab2");
    assert_eq!(retried(client.opaque("ab")).unwrap(), "12ab2");
    assert_eq!(retried(client.lent("")), Ok("client12"));
    assert_eq!(retried(client.owned("ab".into())), Ok(10));
    assert_eq!(retried(Arc::new(Client::default()).in_arc()).unwrap(), "");
}

#[test]
fn arguments() {
    #[retry(sleep = no_wait)]
    async fn borrowed(text: &str, list: &mut Vec<u32>, string: &Arc<str>) -> Outcome<usize> {
        list.push(1);
        third_time()?;
        Ok(text.len() + string.len())
    }
    #[retry(sleep = no_wait)]
    async fn owned(text: String, list: Vec<u32>) -> Outcome<String> {
        let text = text.clone();
        let list: Vec<u32> = list.iter().map(|n| n + 1).collect();
        third_time()?;
        Ok(format!("{}{:?}", text, list))
    }
    #[retry(sleep = no_wait)]
    async fn patterns(
        (a, ref b): (u32, String),
        _: String,
        &c: &u32,
        [first, .., last]: [u32; 4],
        Client { ref name, calls, .. }: Client,
    ) -> Outcome<usize> {
        third_time()?;
        Ok((a + c + first + last + calls) as usize + b.len() + name.len())
    }
    #[retry(sleep = no_wait)]
    async fn dynamic(try_from: &(dyn Debug + Sync)) -> Outcome<String> {
        third_time()?;
        Ok(format!("{:?}", try_from))
    }
    let mut list = Vec::new();
    assert_eq!(retried(borrowed("text", &mut list, &"string".into())), Ok(10));
    assert_eq!(list, [1, 1, 1]);
    assert_eq!(retried(owned("text".into(), vec![1])).unwrap(), "text[2]");
    let client = Client { calls: 1_000, ..Client::default() };
    assert_eq!(retried(patterns((1, "b".into()), String::new(), &10, [100, 0, 0, 200], client)), Ok(1_312));
    assert_eq!(retried(dynamic(&1)).unwrap(), "1");
}

#[test]
fn generics() {
    #[allow(clippy::needless_lifetimes)] // a named lifetime is what is tried
    #[retry(sleep = no_wait)]
    async fn wide<'a, T, F, const N: usize>(items: &'a [T; N], by: F) -> Outcome<&'a T>
    where
        T: PartialOrd + Sync,
        F: Fn(&T) -> bool + Sync,
    {
        third_time()?;
        items.iter().find(|item| by(item)).ok_or(Failure::Broken(N as u32))
    }
    #[retry(sleep = no_wait)]
    async fn of_impl(by: impl Fn(u32) -> u32 + Sync, text: &impl Display) -> Outcome<impl Display> {
        let three = third_time()?;
        Ok(format!("{}{}", by(three), text))
    }
    assert_eq!(retried(wide(&[1, 2, 3], |item| *item > 1)), Ok(&2));
    assert_eq!(retried(of_impl(|three| three + 1, &"text")).unwrap().to_string(), "4text");
}

trait Source {
    async fn read(&mut self, more: u32) -> Outcome;

    #[retry(sleep = no_wait)]
    async fn with_default(&mut self) -> Outcome {
        third_time()
    }
}

#[async_trait::async_trait]
trait Erased {
    async fn read(&mut self, text: &str, more: u32) -> Outcome<usize>;

    #[retry(sleep = no_wait)]
    async fn with_default(&self) -> Outcome
    where
        Self: Sync,
    {
        third_time()
    }
}

impl Source for Client {
    #[retry(sleep = no_wait)]
    async fn read(&mut self, more: u32) -> Outcome {
        self.calls += more;
        third_time().map(|_| self.calls)
    }
}

#[async_trait::async_trait]
impl Erased for Client {
    #[retry(sleep = no_wait)]
    async fn read(&mut self, text: &str, more: u32) -> Outcome<usize> {
        self.calls += more;
        third_time()?;
        Ok(text.len() + self.calls as usize)
    }
}

#[test]
fn traits() {
    let mut client = Client::default();
    assert_eq!(retried(Source::read(&mut client, 2)), Ok(6));
    assert_eq!(retried(Source::with_default(&mut client)), Ok(3));
    let client: &mut (dyn Erased + Send + Sync) = &mut client;
    assert_eq!(retried(client.read("ab", 1)), Ok(11));
    assert_eq!(retried(client.with_default()), Ok(3));
}

#[test]
fn coercions() {
    #[retry(transient = |_| true, sleep = no_wait)]
    async fn of_errors(list: &[u32]) -> Result<&dyn Debug, Box<dyn Error + Send + Sync>> {
        if list.is_empty() {
            return Err("empty".into());
        }
        third_time()?;
        Ok(&list[0])
    }
    #[retry(blocking, sleep = no_block)]
    fn of_values(text: &str) -> Outcome<Box<dyn Fn() -> &'static str>> {
        match third_time()? {
            3 if text.is_empty() => Ok(Box::new(|| "empty")),
            _ => Ok(Box::new(|| "full")),
        }
    }
    // The result is not `Send`, but the future is.
    assert_eq!(format!("{:?}", retried(of_errors(&[1])).unwrap()), "1");
    assert_eq!(thrice(of_values("")).unwrap()(), "empty");
}

// A function written by a macro of this crate, so of this edition.
macro_rules! functions {
    ($(#[$attribute:meta])* $name:ident ($($argument:ident: $ty:ty),*) -> $output:ty $body:block) => {
        $(#[$attribute])*
        async fn $name($($argument: $ty),*) -> $output $body
    };
}

functions! {
    #[retry(sleep = no_wait)]
    from_a_macro(left: &'static str, right: u32) -> Outcome<String> {
        third_time()?;
        Ok(format!("{}{}", left, right))
    }
}

macro_rules! of_this_crate {
    () => {
        #[retry(sleep = no_wait)]
        async fn from_this_crate(
        ) -> $crate::every_edition::functions::Outcome<$crate::every_edition::functions::Client> {
            let calls = third_time()?;
            let others = $crate::every_edition::functions::Client::default();
            Ok($crate::every_edition::functions::Client { calls, ..others })
        }
    };
}

of_this_crate!();

#[test]
fn macros() {
    assert_eq!(retried(from_this_crate()).unwrap().calls, 3);
    assert_eq!(retried(from_a_macro("left", 1)).unwrap(), "left1");
}

impl Client {
    #[retry(blocking, transient = |_| false, on_give_up = |event| *name = event.name)]
    fn told(&self, name: &mut &str) -> Outcome {
        Err(Failure::Broken(1))
    }
}

#[test]
fn the_name_is_the_path() {
    let mut name = "";
    assert!(Client::default().told(&mut name).is_err());
    assert_eq!(name, "it::every_edition::functions::Client::told");
}
