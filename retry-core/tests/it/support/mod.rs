//! Generators with known numbers, a minimal executor, and the policies of the property tests.

use std::convert::Infallible;
use std::future::{Future, IntoFuture};
use std::pin::{Pin, pin};
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng as _, TryRng};
use tokio::runtime::{self, EnterGuard, Runtime};

pub(crate) mod endless;
#[cfg(all(feature = "macros", any(feature = "metrics", feature = "tracing")))]
#[allow(dead_code, reason = "the tests of each of the two features use a part")]
pub(crate) mod front_ends;
pub(crate) mod policies;

pub(crate) fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A generator that always gives this number. 0 and `u64::MAX` are the two extremes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Always(pub(crate) u64);

impl TryRng for Always {
    type Error = Infallible;

    #[expect(clippy::cast_possible_truncation, reason = "the low half of the pattern")]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0 as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.0.to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// A generator that must not be used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Untouchable;

impl TryRng for Untouchable {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        panic!("a random number was drawn")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        panic!("a random number was drawn")
    }

    fn try_fill_bytes(&mut self, _bytes: &mut [u8]) -> Result<(), Infallible> {
        panic!("random bytes were drawn")
    }
}

/// A generator that counts its uses.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    rng: Xoshiro256PlusPlus,
    pub(crate) draws: u32,
}

impl Counting {
    pub(crate) fn new() -> Self {
        Self { rng: seeded(0), draws: 0 }
    }
}

impl TryRng for Counting {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.draws += 1;
        Ok(self.rng.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.draws += 1;
        Ok(self.rng.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.draws += 1;
        self.rng.fill_bytes(bytes);
        Ok(())
    }
}

pub(crate) fn poll_once<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    let _entered = entered();
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Enters a runtime with a timer on this thread. A debug build needs one even if the call never waits.
pub(crate) fn entered() -> Option<EnterGuard<'static>> {
    static RUNTIME: LazyLock<Runtime> =
        LazyLock::new(|| runtime::Builder::new_current_thread().enable_time().build().unwrap());
    runtime::Handle::try_current().is_err().then(|| RUNTIME.enter())
}

/// Runs a future that never waits. A zero delay takes another poll.
pub(crate) fn ready_at_once<F: IntoFuture>(future: F) -> F::Output {
    let mut future = pin!(future.into_future());
    for _ in 0..1_000 {
        if let Poll::Ready(output) = poll_once(future.as_mut()) {
            return output;
        }
    }
    panic!("the future waits for something")
}
