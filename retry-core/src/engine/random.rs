//! The random sources of the jitter: the default, and the argument of `rng = …`.

use rand::Rng;

#[cfg(feature = "std")]
use super::runtime::random_bits;
#[cfg(feature = "std")]
use crate::policy::RandomBits;

/// The default random source: the operating system's, or JavaScript's. Without the standard library there is none.
///
/// It is good enough for jitter. It needs no dependency, takes no room in a call, and has no state that calls share.
#[derive(Clone, Copy, Debug)]
pub struct SystemRng;

#[cfg(feature = "std")]
impl RandomBits for SystemRng {
    fn next_bits(&mut self) -> u64 {
        random_bits()
    }
}

/// The argument of `rng = …`.
#[diagnostic::on_unimplemented(
    message = "`rng` needs a random number generator, but this is `{Self}`",
    label = "does not implement `rand::Rng`",
    note = "write a seeded generator, as in `rng = Xoshiro256PlusPlus::seed_from_u64(7)`, or a `&mut` to a generator"
)]
pub trait Generator: Rng {}

#[diagnostic::do_not_recommend]
impl<R: Rng> Generator for R {}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn no_two_draws_are_related() {
        let draws: Vec<u64> = (0..10_000).map(|_| SystemRng.next_bits()).collect();
        // 64 bits × 10,000 draws: each bit is set in half of them, ± 5 standard deviations.
        for bit in 0..64 {
            let set = draws.iter().filter(|draw| *draw >> bit & 1 == 1).count();
            assert!((4_750..=5_250).contains(&set), "bit {bit} is set in {set} of 10,000 draws");
        }
    }
}
