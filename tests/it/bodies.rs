//! Every kind of body: an annotated function coerces, converts, returns and holds the same as the bare one.

use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Mutex;

use crate::common::{Failure, at_once, call, no_wait, retried, third_time};
use retry_core::retry;

macro_rules! bail {
    ($error:expr) => {
        return ::core::result::Result::Err($error.into())
    };
}

#[test]
fn macros_that_return() {
    #[retry(sleep = no_wait)]
    async fn statement(number: u32) -> Result<u32, Failure> {
        if let Err(error) = third_time() {
            bail!(error);
        }
        Ok(number)
    }
    #[retry(sleep = no_wait)]
    async fn expression() -> Result<u32, Failure> {
        let three = match third_time() {
            Ok(three) => three,
            Err(error) => bail!(error),
        };
        Ok(three)
    }
    assert_eq!(retried(statement(1)), Ok(1));
    assert_eq!(retried(expression()), Ok(3));
}

#[test]
fn closures_and_blocks_keep_their_own_returns() {
    #[retry(sleep = no_wait)]
    async fn read(items: &[&str]) -> Result<u32, Failure> {
        let parse = |text: &str| -> Result<u32, std::num::ParseIntError> {
            if text.is_empty() {
                return Ok(1);
            }
            let number = text.parse::<u32>()?;
            Ok(number + 1)
        };
        let sum = async {
            let mut sum = 0;
            for item in items {
                sum += parse(item)?;
            }
            if sum == 0 {
                return Ok(0);
            }
            Ok::<_, std::num::ParseIntError>(sum)
        };
        let by = async |sum: u32| -> Result<u32, Failure> {
            third_time()?;
            if sum > 1_000 {
                return Ok(0);
            }
            Ok(sum + 1)
        };
        by(sum.await.unwrap_or(100)).await
    }
    assert_eq!(retried(read(&["", "2"])), Ok(5));
    assert_eq!(retried(read(&["", "x"])), Ok(101));
}

#[test]
fn bodies_that_never_end_in_a_value() {
    #[retry(sleep = no_wait)]
    async fn looping() -> Result<u32, Failure> {
        let mut rounds = 0;
        loop {
            rounds += 1;
            if rounds > 2 {
                return third_time();
            }
        }
    }
    #[retry(sleep = no_wait)]
    async fn panicking(three: bool) -> Result<u32, Failure> {
        if three {
            return third_time();
        }
        panic!("not three")
    }
    #[retry(sleep = no_wait)]
    async fn unfinished(three: bool) -> Result<impl Debug, Failure> {
        if three {
            return third_time();
        }
        todo!()
    }
    #[retry(sleep = no_wait)]
    async fn returning() -> Result<u32, Failure> {
        return third_time();
    }
    #[retry(sleep = no_wait)]
    async fn stubbed() -> Result<u32, Failure> {
        unimplemented!("call {}", call())
    }
    assert_eq!(retried(looping()), Ok(3));
    assert_eq!(retried(panicking(true)), Ok(3));
    assert_eq!(format!("{:?}", retried(unfinished(true)).unwrap()), "3");
    assert_eq!(retried(returning()), Ok(3));
    let panic = std::panic::catch_unwind(|| at_once(stubbed())).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>().unwrap(), "not implemented: call 1");
}

#[test]
fn locals_that_are_gone_before_the_await_keep_it_send() {
    #[retry(sleep = no_wait)]
    async fn read(lock: &Mutex<u32>) -> Result<u32, Failure> {
        {
            let counted = Rc::new(Cell::new(0));
            counted.set(counted.get() + 1);
            *lock.lock().unwrap() += counted.get();
        }
        tokio::task::coop::unconstrained(async {}).await;
        let mut guard = lock.lock().unwrap();
        *guard += 10;
        drop(guard);
        third_time()?;
        Ok(*lock.lock().unwrap())
    }
    assert_eq!(retried(read(&Mutex::new(0))), Ok(33));
}

#[tokio::test]
async fn select_and_join() {
    #[retry(sleep = no_wait)]
    async fn selected(left: u32) -> Result<u32, Failure> {
        tokio::select! {
            biased;
            three = async { third_time() } => Ok(three? + left),
            () = std::future::pending() => Ok(0),
        }
    }
    #[retry(sleep = no_wait)]
    async fn joined() -> Result<u32, Failure> {
        let (three, one) = tokio::join!(async { third_time() }, async { 1 });
        Ok(three? + one)
    }
    #[retry(sleep = no_wait)]
    async fn all_or_none() -> Result<u32, Failure> {
        let (three, one) = tokio::try_join!(async { third_time() }, async { Ok(1) })?;
        Ok(three + one)
    }
    assert_eq!(retried(selected(1)), Ok(4));
    assert_eq!(retried(joined()), Ok(4));
    assert_eq!(retried(all_or_none()), Ok(4));
}

#[test]
fn tails() {
    #[retry(sleep = no_wait)]
    async fn statements(list: &mut Vec<u32>) -> Result<u32, Failure> {
        let three = third_time();
        list.push(1);
        list.retain(|_| true);
        three
    }
    #[retry(sleep = no_wait)]
    async fn temporary(lock: &Mutex<Vec<u32>>) -> Result<u32, Failure> {
        third_time()?;
        let local = 1;
        lock.lock().unwrap().first().map(|first| first + local).ok_or(Failure::Broken(0))
    }
    #[retry(sleep = no_wait)]
    async fn matched(number: Option<u32>) -> Result<u32, Failure> {
        match number {
            Some(number) if number > 100 => Err(Failure::Broken(number)),
            Some(_) => third_time(),
            None => {
                third_time()?;
                Ok(0)
            }
        }
    }
    #[retry(sleep = no_wait)]
    async fn if_let(number: Option<u32>) -> Result<u32, Failure> {
        if let Some(number) = number
            && number > 0
        {
            third_time().map(|three| three + number)
        } else {
            third_time()
        }
    }
    #[retry(sleep = no_wait)]
    #[expect(unused_braces)]
    async fn block() -> Result<u32, Failure> {
        { third_time() }
    }
    #[retry(sleep = no_wait)]
    #[expect(redundant_semicolons)]
    #[rustfmt::skip]
    async fn empty_statements() -> Result<u32, Failure> { ; let three = third_time(); ; three }
    let mut list = Vec::new();
    assert_eq!((retried(statements(&mut list)), list.len()), (Ok(3), 3));
    assert_eq!(retried(temporary(&Mutex::new(vec![1]))), Ok(2));
    assert_eq!(retried(matched(None)), Ok(0));
    assert_eq!(retried(if_let(Some(1))), Ok(4));
    assert_eq!(retried(block()), Ok(3));
    assert_eq!(retried(empty_statements()), Ok(3));
}

#[test]
fn imports_in_the_body_may_shadow_anything() {
    mod shadows {
        pub(super) type Result = u32;
        #[derive(Debug, PartialEq)]
        pub(super) struct Ok;
        pub(super) mod core {}
        pub(super) mod retry_core {}
        pub(super) fn drop() {}
    }
    #[retry(sleep = no_wait)]
    async fn read() -> Result<u32, Failure> {
        #[allow(unused_imports)]
        use shadows::{Ok, Result, core, drop, retry_core};
        let three: Result = third_time()?;
        drop();
        assert_eq!(Ok, Ok);
        std::result::Result::Ok(three)
    }
    assert_eq!(retried(read()), Ok(3));
}
