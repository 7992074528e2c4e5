use std::hash::{BuildHasher as _, RandomState};
#[cfg(unix)]
use std::time::Instant;

use rand::Rng;

use crate::policy::RandomBits;

/// The default random source. Each draw hashes where and when it is made with the keys of a new [`RandomState`] of the
/// standard library.
///
/// The operating system gives the keys to a thread once, and each `RandomState` of the thread counts on from them: they
/// differ between threads and between draws, but a forked child goes on from the same ones as its siblings. What is
/// hashed tells those apart.
///
/// Enough for jitter, without another dependency or anything that a call would have to carry along, and no state that
/// another call could disturb.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessRng;

impl RandomBits for ProcessRng {
    fn next_bits(&mut self) -> u64 {
        RandomState::new().hash_one(whereabouts())
    }
}

/// The process, and the time for processes of one number, which every first one of a container has.
#[cfg(unix)]
fn whereabouts() -> (u32, Instant) {
    (std::process::id(), Instant::now())
}

/// Nothing forks elsewhere, and WebAssembly panics when it is asked for a process or for the time.
#[cfg(not(unix))]
fn whereabouts() {}

/// What `rng = …` takes.
#[diagnostic::on_unimplemented(
    message = "`rng` needs a random number generator, but this is `{Self}`",
    label = "does not implement `rand::Rng`",
    note = "hand in one that is seeded, as in `rng = Xoshiro256PlusPlus::seed_from_u64(7)`, or a `&mut` to one"
)]
pub trait Generator: Rng {}

#[diagnostic::do_not_recommend]
impl<R: Rng> Generator for R {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_draws_are_related() {
        let draws: Vec<u64> = (0..10_000).map(|_| ProcessRng.next_bits()).collect();
        // 64 bits × 10,000 draws: each bit is set in half of them, ± 5 standard deviations.
        for bit in 0..64 {
            let set = draws.iter().filter(|draw| *draw >> bit & 1 == 1).count();
            assert!((4_750..=5_250).contains(&set), "bit {bit} is set in {set} of 10,000 draws");
        }
    }
}
