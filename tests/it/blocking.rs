//! Plain functions with `blocking`, whose calls wait with the thread.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{Failure, NoDraw, Waits, always_busy, call, calls, ms, seeded, third_time};
use retry_core::{RetryEvent, RetryPolicy, retry};

fn no_wait(_delay: Duration) {}

fn no_sleep(delay: Duration) {
    panic!("slept {delay:?}")
}

/// Asserts that the call just made took three attempts.
fn retried<T>(output: T) -> T {
    assert_eq!(calls(), 3, "attempts");
    output
}

#[test]
fn calls_and_delays() {
    #[retry(blocking, base = "10ms", attempts = 3, rng = seeded(), sleep = |delay| waits.block(delay))]
    fn busy(waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(blocking, rng = NoDraw, sleep = no_sleep)]
    fn broken() -> Result<u32, Failure> {
        Err(Failure::Broken(call()))
    }
    #[retry(blocking, rng = NoDraw, sleep = no_sleep)]
    fn fine() -> Result<u32, Failure> {
        Ok(call())
    }
    let waits = Waits::default();
    assert_eq!(retried(busy(&waits)), Err(Failure::Busy(3)));
    let policy = RetryPolicy::builder().base(ms(10)).attempts(3).build().unwrap();
    assert_eq!(waits.take(), policy.delays(seeded()).collect::<Vec<_>>());
    assert_eq!((broken(), calls()), (Err(Failure::Broken(1)), 1));
    assert_eq!((fine(), calls()), (Ok(1), 1));
}

#[test]
fn by_default_the_thread_sleeps() {
    #[retry(blocking, base = "2ms", jitter = "none", attempts = 3)]
    fn busy() -> Result<u32, Failure> {
        always_busy()
    }
    let began = Instant::now();
    assert_eq!(retried(busy()), Err(Failure::Busy(3)));
    assert!(began.elapsed() >= ms(6));
}

struct Client {
    name: String,
    calls: u32,
    policy: RetryPolicy,
    waits: Waits,
}

impl Client {
    const CALLS: u32 = 4;

    #[retry(blocking, attempts = Self::CALLS, sleep = no_wait)]
    fn shared(&self) -> Result<&str, Failure> {
        third_time()?;
        Ok(&self.name)
    }

    #[retry(blocking, policy = self.policy, sleep = |delay| self.waits.block(delay))]
    fn exclusive(&mut self, seen: &mut Vec<u32>) -> Result<u32, Failure> {
        self.count();
        seen.push(self.calls);
        if third_time()? == 3 {
            return Ok(self.calls);
        }
        always_busy()
    }

    #[retry(blocking, sleep = no_wait)]
    fn in_arc(self: Arc<Self>, text: String) -> Result<String, Failure> {
        third_time()?;
        Ok(self.name.clone() + &text)
    }

    #[retry(blocking, sleep = no_wait)]
    fn owned(self) -> Result<usize, Failure> {
        third_time()?;
        Ok(self.name.len())
    }

    #[retry(blocking, sleep = no_wait)]
    #[allow(clippy::needless_lifetimes)] // a named lifetime is what is tried
    pub(crate) fn none<'a>(text: &'a str, _: String) -> Result<(&'a str, Option<Self>), Failure> {
        third_time()?;
        Ok((text, None))
    }

    fn count(&mut self) {
        self.calls += 1;
    }
}

#[test]
fn methods() {
    let policy = RetryPolicy::builder().attempts(9).build().unwrap();
    let mut client = Client { name: "name".to_owned(), calls: 0, policy, waits: Waits::default() };
    assert_eq!(retried(client.shared()), Ok("name"));
    let mut seen = Vec::new();
    assert_eq!(retried(client.exclusive(&mut seen)), Ok(3));
    assert_eq!((seen.as_slice(), client.waits.take().len()), (&[1, 2, 3][..], 2));
    let client = Arc::new(client);
    assert_eq!(retried(client.clone().in_arc("text".to_owned())).unwrap(), "nametext");
    assert_eq!(retried(Arc::into_inner(client).unwrap().owned()), Ok(4));
    assert_eq!(retried(Client::none("text", String::new())).unwrap().0, "text");
}

#[test]
fn signatures() {
    struct Pair(u32, String);
    #[retry(blocking, sleep = no_wait)]
    fn generic<'a, T, const N: usize>(items: &'a [T; N], by: impl Fn(&T) -> bool) -> Result<&'a T, Failure>
    where
        T: PartialOrd + 'a,
    {
        third_time()?;
        items.iter().find(|item| by(item)).ok_or(Failure::Broken(0))
    }
    #[retry(blocking, sleep = no_wait)]
    fn opaque(number: u32) -> Result<impl Iterator<Item = u32> + Debug, Failure> {
        third_time()?;
        Ok(0..number)
    }
    #[retry(blocking, sleep = no_wait)]
    fn patterns((a, b): (u32, u32), Pair(c, ref text): Pair, &d: &u32, [e, ..]: [u32; 2]) -> Result<u32, Failure> {
        third_time()?;
        Ok(a + b + c + d + e + u32::from(text.is_empty()))
    }
    #[retry(blocking, sleep = no_wait)]
    fn cloned(text: String, list: Vec<u32>) -> Result<(String, Vec<u32>), Failure> {
        let mut list = list.clone();
        list.push(1);
        third_time()?;
        Ok((text.clone(), list))
    }
    #[retry(blocking, sleep = no_wait)]
    #[expect(improper_ctypes_definitions)]
    extern "C" fn foreign(number: u32) -> Result<u32, Failure> {
        third_time().map(|three| three + number)
    }
    /// # Safety
    ///
    /// `number` points to a number.
    #[retry(blocking, sleep = no_wait)]
    #[allow(unsafe_op_in_unsafe_fn)]
    unsafe fn raw(number: *const u32) -> Result<u32, Failure> {
        third_time()?;
        Ok(*number)
    }
    #[retry(blocking, sleep = no_wait)]
    #[must_use = "or nothing is done"]
    fn r#match(r#type: u32) -> Result<u32, Failure> {
        //! Documented inside.
        #![allow(clippy::let_and_return)]
        let three = third_time().map(|three| three + r#type);
        three
    }
    assert_eq!(retried(generic(&[1, 2, 3], |item| *item > 1)), Ok(&2));
    assert!(retried(opaque(2)).unwrap().eq(0..2));
    assert_eq!(retried(patterns((1, 2), Pair(3, String::new()), &4, [5, 0])), Ok(16));
    assert_eq!(retried(cloned("text".to_owned(), Vec::new())), Ok(("text".to_owned(), vec![1])));
    assert_eq!(retried(foreign(1)), Ok(4));
    // SAFETY: it points to a number.
    assert_eq!(retried(unsafe { raw(&7) }), Ok(7));
    assert_eq!(retried(r#match(1)), Ok(4));
}

#[test]
fn bodies() {
    #[retry(blocking, sleep = no_wait, transient = |error| error.is::<Failure>())]
    fn boxed(number: &str) -> Result<Box<dyn Display>, Box<dyn Error>> {
        let number = number.parse::<u32>()?;
        match third_time() {
            Ok(_) if number == 0 => return Ok(Box::new("zero")),
            Ok(three) => Ok(Box::new(three + number)),
            Err(error) => Err(Box::new(error)),
        }
    }
    #[retry(blocking, sleep = no_wait)]
    fn looping() -> Result<u32, Failure> {
        'outer: loop {
            for round in 0.. {
                if round == 3 {
                    break 'outer third_time();
                }
            }
        }
    }
    #[retry(blocking, sleep = no_wait)]
    fn temporary(lock: &Mutex<Vec<u32>>) -> Result<u32, Failure> {
        third_time()?;
        lock.lock().unwrap().first().copied().ok_or(Failure::Broken(0))
    }
    #[retry(blocking, sleep = no_wait)]
    fn panicking(three: bool) -> Result<u32, Failure> {
        if three {
            return third_time();
        }
        panic!("not three")
    }
    #[retry(blocking, attempts = 2, sleep = no_wait)]
    fn recursive(depth: u32) -> Result<u32, Failure> {
        if depth == 0 { always_busy() } else { recursive(depth - 1) }
    }
    assert_eq!(retried(boxed("1")).unwrap().to_string(), "4");
    assert_eq!(retried(boxed("0")).unwrap().to_string(), "zero");
    assert_eq!((boxed("x").is_err(), calls()), (true, 0));
    assert_eq!(retried(looping()), Ok(3));
    assert_eq!(retried(temporary(&Mutex::new(vec![1]))), Ok(1));
    assert_eq!(retried(panicking(true)), Ok(3));
    assert_eq!((recursive(2), calls()), (Err(Failure::Busy(8)), 8));
}

#[test]
fn context_and_hook() {
    fn note(seen: &Mutex<Vec<String>>, event: &RetryEvent<'_, Failure>) {
        seen.lock().unwrap().push(event.to_string());
    }
    #[retry(
        blocking,
        context = attempt,
        attempts = 2,
        jitter = "none",
        on_retry = |event| note(seen, event),
        sleep = no_wait
    )]
    fn read(seen: &Mutex<Vec<String>>) -> Result<u32, Failure> {
        if attempt.is_last { Ok(attempt.number) } else { always_busy() }
    }
    let seen = Mutex::default();
    assert_eq!(read(&seen), Ok(2));
    assert_eq!(
        seen.into_inner().unwrap(),
        ["it::blocking::context_and_hook::read: attempt 1 failed: busy at call 1; next in 500ms (backoff)"]
    );
}

trait Source {
    fn read(&mut self) -> Result<u32, Failure>;

    #[retry(blocking, sleep = no_wait)]
    fn with_default(&mut self) -> Result<u32, Failure> {
        third_time()?;
        self.read()
    }
}

struct Disk(u32);

impl Source for Disk {
    #[retry(blocking, sleep = no_wait)]
    fn read(&mut self) -> Result<u32, Failure> {
        self.0 += 1;
        third_time()?;
        Ok(self.0)
    }
}

#[test]
fn traits() {
    let mut disk = Disk(0);
    assert_eq!(retried(disk.read()), Ok(3));
    assert_eq!((Source::with_default(&mut disk), calls()), (Ok(4), 4));
}
