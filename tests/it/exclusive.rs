//! Each attempt borrows the target of a `&mut` argument uniquely, unless something else borrows it too. The annotated
//! function may do what the bare one may.

use std::cell::Cell;
use std::fmt::Debug;
use std::pin::Pin;

use crate::common::{Failure, at_once, calls, no_wait, retried, seeded, third_time};
use rand::rngs::Xoshiro256PlusPlus;
use retry_core::{RetryBudget, RetryPolicy, retry};

struct Client {
    name: String,
    calls: Cell<u32>,
    policy: RetryPolicy,
    budget: RetryBudget,
    rng: Xoshiro256PlusPlus,
}

impl Client {
    fn new() -> Self {
        Self {
            name: "name".to_owned(),
            calls: Cell::new(4),
            policy: RetryPolicy::default(),
            budget: RetryBudget::new(10, 0.1),
            rng: seeded(),
        }
    }
}

/// Like [`retried`], for a future that need not be `Send`.
fn thrice<F: Future>(call: F) -> F::Output {
    let output = at_once(call);
    assert_eq!(calls(), 3, "attempts");
    output
}

struct Borrowed<'a>(&'a str);

impl Client {
    #[retry(sleep = no_wait)]
    async fn elided(&mut self) -> Result<&str, Failure> {
        third_time()?;
        Ok(&self.name)
    }
    #[retry(sleep = no_wait)]
    async fn in_a_type(&mut self) -> Result<Borrowed<'_>, Failure> {
        third_time()?;
        Ok(Borrowed(&self.name))
    }
    #[allow(clippy::needless_lifetimes, mismatched_lifetime_syntaxes)]
    #[retry(sleep = no_wait)]
    async fn elided_from_a_name<'a>(&'a mut self) -> Result<&str, Failure> {
        third_time()?;
        Ok(&self.name)
    }
    #[retry(sleep = no_wait)]
    async fn named<'a>(&self, other: &'a mut Cell<u32>) -> Result<&'a Cell<u32>, Failure> {
        third_time()?;
        Ok(other)
    }
    #[retry(sleep = no_wait)]
    async fn of_impl(&mut self) -> Result<impl Debug, Failure> {
        third_time()?;
        Ok(&self.name)
    }
    #[retry(sleep = no_wait)]
    fn boxed<'a>(&'a mut self) -> Pin<Box<dyn Future<Output = Result<&'a str, Failure>> + 'a>> {
        Box::pin(async move {
            third_time()?;
            Ok(&*self.name)
        })
    }
}

/// A body that only reads may return a borrow, so each attempt has a shared borrow.
#[test]
fn an_outcome_borrows_what_the_next_attempt_borrows() {
    #[async_trait::async_trait]
    trait Lend {
        async fn lend(&mut self) -> Result<&str, Failure>;
    }
    #[async_trait::async_trait]
    impl Lend for String {
        #[retry(sleep = no_wait)]
        async fn lend(&mut self) -> Result<&str, Failure> {
            third_time()?;
            Ok(self)
        }
    }
    #[retry(sleep = no_wait)]
    async fn from_a_pattern<'a>(_: &str, (name, _): &'a mut (String, u32)) -> Result<&'a str, Failure> {
        third_time()?;
        Ok(name)
    }
    #[retry(sleep = no_wait)]
    async fn of_ever(cell: &'static mut Cell<u32>) -> Result<&'static Cell<u32>, Failure> {
        third_time()?;
        Ok(cell)
    }
    let mut client = Client::new();
    assert_eq!(thrice(client.elided()), Ok("name"));
    assert_eq!(thrice(client.in_a_type()).map(|borrowed| borrowed.0), Ok("name"));
    assert_eq!(thrice(client.elided_from_a_name()), Ok("name"));
    assert_eq!(thrice(client.of_impl()).map(|debug| format!("{debug:?}")).unwrap(), "\"name\"");
    assert_eq!(thrice(client.boxed()), Ok("name"));
    assert_eq!(thrice(client.named(&mut Cell::new(1))).map(Cell::get), Ok(1));
    assert_eq!(retried("name".to_owned().lend()), Ok("name"));
    assert_eq!(retried(from_a_pattern("", &mut ("name".to_owned(), 1))), Ok("name"));
    assert_eq!(thrice(of_ever(Box::leak(Box::new(Cell::new(1))))).map(Cell::get), Ok(1));
}

impl Client {
    #[retry(rng = &mut self.rng, budget = self.budget, sleep = no_wait)]
    async fn with_rng(&mut self) -> Result<u32, Failure> {
        third_time()?;
        Ok(self.calls.get())
    }
    #[retry(policy = &self.policy, budget = self.budget, transient = |error| self.calls.get() > 3 && error.is_busy(), sleep = no_wait)]
    async fn with_others(&mut self) -> Result<u32, Failure> {
        third_time()?;
        Ok(self.calls.get())
    }
}

/// `rng` borrows for the whole call, and the body reads the rest.
#[test]
fn an_option_borrows_a_part_for_the_whole_call() {
    #[async_trait::async_trait]
    trait Draw {
        async fn draw(&mut self) -> Result<usize, Failure>;
    }
    #[async_trait::async_trait]
    impl Draw for (Xoshiro256PlusPlus, String) {
        #[retry(rng = &mut self.0, sleep = no_wait)]
        async fn draw(&mut self) -> Result<usize, Failure> {
            third_time()?;
            Ok(self.1.len())
        }
    }
    #[retry(rng = &mut pair.0, sleep = no_wait)]
    async fn with_rng(pair: &mut (Xoshiro256PlusPlus, u32)) -> Result<u32, Failure> {
        third_time()?;
        Ok(pair.1)
    }
    assert_eq!(thrice(Client::new().with_rng()), Ok(4));
    assert_eq!(retried(Client::new().with_others()), Ok(4));
    assert_eq!(retried(with_rng(&mut (seeded(), 4))), Ok(4));
    assert_eq!(retried((seeded(), "four".to_owned()).draw()), Ok(4));
}

impl Client {
    #[retry(sleep = no_wait)]
    fn boxed_beside_a_borrow<'a>(&'a mut self) -> Pin<Box<dyn Future<Output = Result<usize, Failure>> + 'a>> {
        let name = &self.name;
        let calls = &self.calls;
        Box::pin(async move {
            third_time()?;
            Ok(name.len() + calls.get() as usize)
        })
    }
    #[retry(sleep = no_wait)]
    fn boxed_by_reference<'a>(&'a mut self) -> Pin<Box<dyn Future<Output = Result<usize, Failure>> + 'a>> {
        let name = &self.name;
        Box::pin(async {
            third_time()?;
            Ok(name.len() + self.calls.get() as usize)
        })
    }
}

/// The `let` statements in front of a boxed future may have borrowed a part.
#[test]
fn a_statement_borrows_a_part_before_the_future_is_made() {
    assert_eq!(thrice(Client::new().boxed_beside_a_borrow()), Ok(8));
    assert_eq!(thrice(Client::new().boxed_by_reference()), Ok(8));
}
