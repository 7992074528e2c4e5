//! The target of a `&mut` argument has to be `Send`, but need not be `Sync`, as in the bare function, also if the body
//! only reads it. The same source in every edition.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use retry_core::retry;

use super::support::{Failure, no_wait, retried, third_time};

type Outcome<T = u32> = Result<T, Failure>;

async fn work() -> Outcome {
    third_time()
}

/// Reads through a shared reference, so that the body needs no unique borrow.
trait Store {
    fn read(&self) -> u32;
}

impl Store for Cell<u32> {
    fn read(&self) -> u32 {
        self.get()
    }
}

struct Client {
    calls: Cell<u32>,
    store: Box<dyn Store + Send>,
}

impl Client {
    fn new() -> Self {
        Self { calls: Cell::new(4), store: Box::new(Cell::new(5)) }
    }

    #[retry(sleep = no_wait)]
    async fn field(&mut self) -> Outcome {
        let third = work().await?;
        Ok(third + self.calls.get())
    }

    #[retry(sleep = no_wait, timeout = "1min", transient = |error| self.calls.get() == 4 && error.is_busy())]
    async fn with_timeout(&mut self) -> Result<u32, Timed> {
        let third = work().await?;
        Ok(third + self.store.read())
    }

    #[retry(sleep = no_wait)]
    async fn method(&mut self) -> Outcome {
        let third = work().await?;
        Ok(third + self.sum())
    }

    #[allow(clippy::needless_arbitrary_self_type)]
    #[retry(sleep = no_wait)]
    async fn by_typed_self(self: &mut Self) -> Outcome<&'static str> {
        work().await?;
        Ok(if self.sum() == 9 { "nine" } else { "" })
    }

    #[retry(sleep = no_wait)]
    async fn pinned(mut self: Pin<&mut Self>) -> Outcome {
        let third = work().await?;
        let this = self.as_mut();
        Ok(third + this.sum())
    }

    #[retry(sleep = no_wait, context = attempt)]
    async fn written(&mut self) -> Outcome {
        self.calls.set(attempt.number);
        self.calls = Cell::new(self.calls.get() + 1);
        work().await?;
        Ok(self.sum())
    }

    #[retry(sleep = no_wait)]
    fn boxed<'a>(&'a mut self, more: &'a mut Cell<u32>) -> Pin<Box<dyn Future<Output = Outcome> + Send + 'a>> {
        Box::pin(async move {
            let third = work().await?;
            Ok(third + self.sum() + more.get())
        })
    }

    #[retry(sleep = no_wait)]
    fn boxed_and_renamed<'a>(
        &'a mut self,
        pair: (&'a mut Cell<u32>, u32),
    ) -> Pin<Box<dyn Future<Output = Outcome> + Send + 'a>> {
        Box::pin(async move {
            let this = self;
            let (cell, number): (&'a mut Cell<u32>, u32) = pair;
            let third = work().await?;
            Ok(third + this.sum() + cell.get() + number)
        })
    }

    /// After the `let` statements the names of the arguments mean other values.
    #[retry(sleep = no_wait)]
    fn boxed_and_shadowed<'a>(
        &'a mut self,
        one: &'a mut Cell<u32>,
        two: &'a mut u32,
    ) -> Pin<Box<dyn Future<Output = Outcome> + Send + 'a>> {
        let one = one.get();
        Box::pin(async move {
            let two: &u32 = two;
            let third = work().await?;
            Ok(third + one + *two + self.calls.get())
        })
    }

    fn sum(&self) -> u32 {
        self.calls.get() + self.store.read()
    }
}

#[derive(Debug, PartialEq)]
enum Timed {
    Failure(Failure),
    Out,
}

impl Timed {
    fn is_busy(&self) -> bool {
        matches!(self, Self::Failure(failure) if failure.is_busy())
    }
}

impl From<Failure> for Timed {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<retry_core::TimedOut> for Timed {
    fn from(_: retry_core::TimedOut) -> Self {
        Self::Out
    }
}

#[test]
fn a_future_borrows_self_uniquely() {
    assert_eq!(retried(Client::new().field()), Ok(7));
    assert_eq!(retried(Client::new().method()), Ok(12));
    assert_eq!(retried(Client::new().by_typed_self()), Ok("nine"));
    assert_eq!(retried(Pin::new(&mut Client::new()).pinned()), Ok(12));
    assert_eq!(retried(Client::new().written()), Ok(9));
    assert_eq!(retried(Client::new().boxed(&mut Cell::new(1))), Ok(13));
    assert_eq!(retried(Client::new().boxed_and_renamed((&mut Cell::new(1), 2))), Ok(15));
    assert_eq!(retried(Client::new().boxed_and_shadowed(&mut Cell::new(1), &mut 2)), Ok(10));
    // Running it would need a runtime.
    fn is_send<T: Send>(_: T) {}
    is_send(Client::new().with_timeout());
}

#[retry(sleep = no_wait)]
async fn generic<S: Store + Send>(store: &mut S) -> Outcome {
    let third = work().await?;
    Ok(third + store.read())
}

#[retry(sleep = no_wait)]
async fn of_impl(store: &mut impl Store, _: &str) -> Outcome {
    let third = work().await?;
    Ok(third + store.read())
}

#[retry(sleep = no_wait)]
async fn dynamic(store: &mut (dyn Store + Send), boxed: &mut Box<dyn Store + Send>) -> Outcome {
    let third = work().await?;
    Ok(third + store.read() + boxed.read())
}

#[retry(sleep = no_wait)]
async fn slice(cells: &mut [Cell<u32>]) -> Outcome {
    let third = work().await?;
    Ok(third + cells[0].get() + cells.iter().map(Cell::get).sum::<u32>())
}

#[retry(sleep = no_wait)]
async fn in_a_format_string<D: Debug + Send>(value: &mut RefCell<D>) -> Outcome<String> {
    let third = work().await?;
    Ok(format!("{value:?}{third}"))
}

#[retry(sleep = no_wait)]
async fn in_a_closure(cell: &mut Cell<u32>) -> Outcome {
    let third = work().await?;
    let read = || cell.get();
    Ok(third + read())
}

/// Its lifetime is not that of the borrow.
#[retry(sleep = no_wait)]
async fn returns_another_borrow<'a>(cell: &mut Cell<u32>, text: &'a str) -> Outcome<&'a str> {
    work().await?;
    Ok(if cell.get() == 1 { text } else { "" })
}

#[test]
fn a_future_borrows_arguments_uniquely() {
    assert_eq!(retried(generic(&mut Cell::new(1))), Ok(4));
    assert_eq!(retried(of_impl(&mut Cell::new(1), "")), Ok(4));
    assert_eq!(retried(dynamic(&mut Cell::new(1), &mut (Box::new(Cell::new(2_u32)) as Box<dyn Store + Send>))), Ok(6));
    assert_eq!(retried(slice(&mut [Cell::new(1), Cell::new(2)])), Ok(7));
    assert_eq!(retried(in_a_format_string(&mut RefCell::new(1))).as_deref(), Ok("RefCell { value: 1 }3"));
    assert_eq!(retried(in_a_closure(&mut Cell::new(1))), Ok(4));
    assert_eq!(retried(returns_another_borrow(&mut Cell::new(1), "text")), Ok("text"));
}

struct Pair {
    left: Cell<u32>,
    right: (u32, Cell<u32>),
}

struct Wrapped(Cell<u32>, [u8; 0]);

#[retry(sleep = no_wait)]
async fn pair_of_references((left, right): (&mut Cell<u32>, &mut Cell<u32>), whole: (&mut Cell<u32>, u8)) -> Outcome {
    let third = work().await?;
    Ok(third + left.get() + right.get() + whole.0.get())
}

#[retry(sleep = no_wait)]
async fn reference_to_pair((left, .., (right, _)): &mut (Cell<u32>, u8, u8, (Cell<u32>, u8))) -> Outcome {
    let third = work().await?;
    Ok(third + left.get() + right.get())
}

#[retry(sleep = no_wait)]
async fn fields(
    Pair { left, right }: &mut Pair,
    Wrapped(cell, ..): &mut Wrapped,
    [first, rest @ ..]: &mut [Cell<u32>; 3],
) -> Outcome {
    let third = work().await?;
    Ok(third + left.get() + right.0 + right.1.get() + cell.get() + first.get() + rest[0].get())
}

/// A `ref` is a shared borrow, as in the bare function, and the body copies the value.
#[retry(sleep = no_wait)]
async fn by_ref(&mut (ref number, _): &mut (u32, Cell<u32>), &mut copied: &mut u32) -> Outcome {
    let third = work().await?;
    Ok(third + *number + copied)
}

#[test]
fn a_future_borrows_what_patterns_bind_uniquely() {
    let one = || Cell::new(1);
    assert_eq!(retried(pair_of_references((&mut one(), &mut one()), (&mut one(), 0))), Ok(6));
    assert_eq!(retried(reference_to_pair(&mut (one(), 0, 0, (one(), 0)))), Ok(5));
    let mut pair = Pair { left: one(), right: (1, one()) };
    assert_eq!(retried(fields(&mut pair, &mut Wrapped(one(), []), &mut [one(), one(), one()])), Ok(9));
    assert_eq!(retried(by_ref(&mut (1, one()), &mut 1)), Ok(5));
}
