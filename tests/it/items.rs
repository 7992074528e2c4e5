//! Places and names of functions: traits, nesting, recursion, `unsafe`, and names that could collide.

use std::pin::Pin;

use crate::common::{Failure, at_once, call, calls, no_wait, retried, send, third_time};
use retry_core::{RetryPolicy, retry};

trait Source {
    const CALLS: u32 = 4;

    fn name(&self) -> String;

    async fn read(&mut self, more: u32) -> Result<u32, Failure>;

    fn declared(&self) -> impl Future<Output = Result<String, Failure>> + Send;

    #[retry(attempts = Self::CALLS, sleep = no_wait)]
    async fn with_default(&self) -> Result<String, Failure> {
        third_time()?;
        Ok(self.name())
    }

    #[retry(sleep = no_wait)]
    async fn without_self() -> Result<u32, Failure>
    where
        Self: Sized,
    {
        third_time()
    }
}

struct Disk(u32);

impl Source for Disk {
    fn name(&self) -> String {
        format!("disk {}", self.0)
    }

    #[retry(sleep = no_wait)]
    async fn read(&mut self, more: u32) -> Result<u32, Failure> {
        self.0 += more;
        third_time()?;
        Ok(self.0)
    }

    #[retry(sleep = no_wait)]
    async fn declared(&self) -> Result<String, Failure> {
        third_time()?;
        Ok(self.name())
    }
}

struct Generic<T>(T);

impl<'a, T: Source + Sync> Generic<&'a mut T> {
    #[retry(sleep = no_wait)]
    async fn through(&mut self, _other: Option<&'a T>) -> Result<String, Failure> {
        third_time()?;
        Ok(Self::named(self.0))
    }

    fn named(source: &T) -> String {
        source.name()
    }
}

#[test]
fn traits() {
    let mut disk = Disk(0);
    assert_eq!(retried(send(disk.read(5))), Ok(15));
    assert_eq!(retried(disk.declared()).unwrap(), "disk 15");
    assert_eq!(retried(disk.with_default()).unwrap(), "disk 15");
    assert_eq!(retried(Disk::without_self()), Ok(3));
    assert_eq!(retried(Generic(&mut disk).through(None)).unwrap(), "disk 15");
}

#[test]
fn functions_within_functions() {
    #[retry(attempts = 3, sleep = no_wait)]
    async fn outer() -> Result<u32, Failure> {
        #[retry(attempts = 2, sleep = no_wait)]
        async fn inner() -> Result<u32, Failure> {
            match call() {
                5 => Ok(5),
                n => Err(Failure::Busy(n)),
            }
        }
        fn plain(n: u32) -> Result<u32, Failure> {
            if n == 5 {
                return Ok(n);
            }
            Err(Failure::Broken(n))
        }
        struct Local;
        impl Local {
            #[retry]
            async fn method(&self, n: u32) -> Result<u32, Failure> {
                plain(n)
            }
        }
        Local.method(inner().await?).await
    }
    assert_eq!(at_once(send(outer())), Ok(5));
    assert_eq!(calls(), 5, "2 and 2 that fail, 1 that does not");
}

#[test]
fn recursion() {
    #[retry(attempts = 2, sleep = no_wait)]
    async fn boxed(depth: u32) -> Result<u32, Failure> {
        if depth == 0 {
            return Err(Failure::Busy(call()));
        }
        Box::pin(boxed(depth - 1)).await
    }
    #[retry(attempts = 2, sleep = no_wait)]
    #[async_recursion::async_recursion]
    async fn above(depth: u32) -> Result<u32, Failure> {
        if depth == 0 { Err(Failure::Busy(call())) } else { above(depth - 1).await }
    }
    #[async_recursion::async_recursion]
    #[retry(attempts = 2, sleep = no_wait)]
    async fn below(depth: u32, text: &str) -> Result<u32, Failure> {
        if depth == 0 && !text.is_empty() { Err(Failure::Busy(call())) } else { below(depth - 1, text).await }
    }
    assert_eq!(at_once(send(boxed(2))), Err(Failure::Busy(8)));
    assert_eq!(calls(), 8);
    assert_eq!(at_once(send(above(2))), Err(Failure::Busy(8)));
    assert_eq!(calls(), 8);
    assert_eq!(at_once(send(below(2, "text"))), Err(Failure::Busy(8)));
    assert_eq!(calls(), 8);
}

#[test]
fn unsafe_functions() {
    /// # Safety
    ///
    /// `number` points to a number.
    #[retry(sleep = no_wait)]
    async unsafe fn read(number: &*const u32) -> Result<u32, Failure> {
        third_time()?;
        // SAFETY: the caller's.
        Ok(unsafe { **number })
    }
    /// # Safety
    ///
    /// As above.
    #[retry(sleep = no_wait)]
    #[allow(unsafe_op_in_unsafe_fn)]
    async unsafe fn unmarked(number: &*const u32) -> Result<u32, Failure> {
        third_time()?;
        Ok(**number)
    }
    static SEVEN: u32 = 7;
    let number = &raw const SEVEN;
    // SAFETY: it points to a static.
    assert_eq!((unsafe { at_once(read(&number)) }, calls()), (Ok(7), 3));
    // SAFETY: as above.
    assert_eq!((unsafe { at_once(unmarked(&number)) }, calls()), (Ok(7), 3));
}

#[test]
fn raw_identifiers() {
    #[retry(sleep = no_wait, context = r#in, on_retry = |event| assert_eq!(event.name, "it::items::raw_identifiers::match"))]
    async fn r#match(r#type: u32, r#struct: &str) -> Result<u32, Failure> {
        third_time()?;
        let r#loop = r#type + r#in.number;
        Ok(r#loop + u32::from(r#struct.is_empty()))
    }
    assert_eq!(retried(r#match(1, "")), Ok(5));
}

#[test]
fn arguments_named_like_ours() {
    #[retry(sleep = no_wait, transient = |e| e.is_busy() && outcome == 2 && call_ == 4, context = step)]
    #[expect(clippy::too_many_arguments)]
    async fn read(
        __retry_call: u32,
        outcome: u32,
        __retry_outcome: u32,
        attempt: u32,
        __retry_attempt: u32,
        state: u32,
        __retry_delay: u32,
        __retry_pause: u32,
        policy: u32,
        call_: u32,
        __self: u32,
        __ret: u32,
    ) -> Result<u32, Failure> {
        let sum = __retry_call + outcome + __retry_outcome + attempt + __retry_attempt + state;
        third_time()?;
        let __retry_call = sum + __retry_delay + __retry_pause + policy + call_ + __self + __ret + step.number;
        Ok(__retry_call)
    }
    assert_eq!(retried(read(1, 2, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1)), Ok(19));
}

mod constants {
    #![allow(non_upper_case_globals, non_camel_case_types, dead_code, unused_macros)]

    use super::{Failure, no_wait, third_time};

    const POLICY: u32 = 1;
    const __RETRY_POLICY: u32 = 10;
    const outcome: u32 = 100;
    const delay: u32 = 1_000;
    const attempt: u32 = 10_000;
    static call: u32 = 100_000;
    const state: u32 = 1_000_000;
    struct never;
    struct Call;
    enum Step {
        Return,
        Wait,
    }
    trait Outcome {}
    fn policy() {}
    fn pause() {}
    macro_rules! concat {
        () => {};
    }
    macro_rules! module_path {
        () => {};
    }

    #[super::retry(sleep = no_wait)]
    pub(super) async fn read() -> Result<u32, Failure> {
        third_time()?;
        Ok(POLICY + __RETRY_POLICY + outcome + delay + attempt + call + state)
    }
}

#[test]
fn items_named_like_ours() {
    assert_eq!(retried(constants::read()), Ok(1_111_111));
}

#[test]
fn labels_and_loops() {
    #[retry(sleep = no_wait)]
    async fn read(items: &[u32]) -> Result<u32, Failure> {
        let mut rounds = 0;
        let found = 'a: loop {
            rounds += 1;
            for item in items {
                if *item == 0 {
                    continue;
                }
                match third_time() {
                    Ok(_) => break 'a *item,
                    Err(error) => return Err(error),
                }
            }
            if rounds == 2 {
                break 0;
            }
        };
        let doubled = 'a: {
            if found == 0 {
                break 'a 0;
            }
            found * 2
        };
        Ok(doubled)
    }
    assert_eq!(retried(read(&[0, 4])), Ok(8));
    assert_eq!((at_once(read(&[0])), calls()), (Ok(0), 0));
}

#[test]
fn a_function_can_be_a_value() {
    #[retry(sleep = no_wait)]
    async fn read(text: &str) -> Result<usize, Failure> {
        third_time()?;
        Ok(text.len())
    }
    async fn through(by: impl AsyncFn(&str) -> Result<usize, Failure>) -> Result<usize, Failure> {
        by("text").await
    }
    type Boxed<'a> = Pin<Box<dyn Future<Output = Result<usize, Failure>> + Send + 'a>>;
    let boxed: fn(&'static str) -> Boxed<'static> = |text| Box::pin(read(text));
    assert_eq!((at_once(through(read)), calls()), (Ok(4), 3));
    assert_eq!(retried(boxed("text")), Ok(4));
    let _: RetryPolicy = RetryPolicy::default();
}
