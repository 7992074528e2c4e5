//! Like `exclusive.rs`, with functions that `#[async_trait]` or `macro_rules!` has made.

use std::cell::Cell;

use async_trait::async_trait;
use retry_core::retry;

use super::support::{Failure, no_wait, retried, third_time};

type Outcome<T = u32> = Result<T, Failure>;

async fn work() -> Outcome {
    third_time()
}

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

    fn sum(&self) -> u32 {
        self.calls.get() + self.store.read()
    }
}

struct Pair {
    left: Cell<u32>,
}

#[async_trait]
trait Service: Send {
    async fn shared(&mut self, cell: &mut Cell<u32>) -> Outcome;
    async fn patterns(&mut self, cells: (&mut Cell<u32>, &mut Cell<u32>), pair: &mut Pair) -> Outcome;
    async fn generic<S: Store + Send>(&mut self, store: &mut S, pair: &mut [S; 2]) -> Outcome
    where
        Self: Sized;

    #[retry(sleep = no_wait)]
    async fn with_default(&mut self, cell: &mut Cell<u32>) -> Outcome {
        let third = work().await?;
        Ok(third + self.number() + cell.get())
    }

    fn number(&self) -> u32;
}

#[async_trait]
impl Service for Client {
    #[retry(sleep = no_wait)]
    async fn shared(&mut self, cell: &mut Cell<u32>) -> Outcome {
        let third = work().await?;
        Ok(third + self.sum() + cell.get())
    }

    #[retry(sleep = no_wait)]
    async fn patterns(
        &mut self,
        (left, right): (&mut Cell<u32>, &mut Cell<u32>),
        Pair { left: cell }: &mut Pair,
    ) -> Outcome {
        let third = work().await?;
        Ok(third + self.sum() + left.get() + right.get() + cell.get())
    }

    #[retry(sleep = no_wait)]
    async fn generic<S: Store + Send>(&mut self, store: &mut S, [first, _]: &mut [S; 2]) -> Outcome {
        let third = work().await?;
        Ok(third + self.sum() + store.read() + first.read())
    }

    fn number(&self) -> u32 {
        self.calls.get()
    }
}

#[test]
fn below_async_trait_too() {
    let one = || Cell::new(1);
    assert_eq!(retried(Client::new().shared(&mut one())), Ok(13));
    let mut pair = Pair { left: one() };
    assert_eq!(retried(Client::new().patterns((&mut one(), &mut one()), &mut pair)), Ok(15));
    assert_eq!(retried(Client::new().generic(&mut one(), &mut [one(), one()])), Ok(14));
    assert_eq!(retried(Client::new().with_default(&mut one())), Ok(8));
}

macro_rules! stamp {
    ($($name:ident($arg:ident: $ty:ty, $pattern:pat => $whole:ty, $($value:tt)*) $body:block)*) => {$(
        #[retry(sleep = no_wait)]
        async fn $name($arg: $ty, $pattern: &mut $whole, stamped: &mut Cell<u32>) -> Outcome {
            let third = work().await?;
            Ok(third + stamped.get() + $($value)* + $body)
        }
    )*};
}

stamp! {
    by_type(cell: &mut Cell<u32>, (left, _) => (Cell<u32>, Cell<u32>), left.get()) { cell.get() }
    by_name(pair: (&mut Cell<u32>, &mut Cell<u32>), [first, _] => [Cell<u32>; 2], first.get()) { pair.1.get() }
}

macro_rules! methods {
    ($self:ident => $($name:ident $body:block)*) => {
        impl Client {$(
            #[retry(sleep = no_wait)]
            async fn $name(&mut $self) -> Outcome $body
        )*}
    };
}

methods! {
    self =>
    stamped { let third = work().await?; Ok(third + self.sum()) }
}

#[test]
fn made_by_macros_too() {
    let one = || Cell::new(1);
    assert_eq!(retried(by_type(&mut one(), &mut (one(), one()), &mut one())), Ok(6));
    assert_eq!(retried(by_name((&mut one(), &mut one()), &mut [one(), one()], &mut one())), Ok(6));
    assert_eq!(retried(Client::new().stamped()), Ok(12));
}
