//! The random sources of the jitter: the default one, and what `rng = …` takes.

use rand::Rng;

#[cfg(feature = "std")]
use super::runtime::random_bits;
#[cfg(feature = "std")]
use crate::policy::RandomBits;

/// The random source of a call that was given none: that of the system or of the JavaScript around it.
///
/// Enough for jitter, without another dependency or anything that a call would have to carry along, and no state that
/// another call could disturb. Without the standard library there is none.
#[derive(Clone, Copy, Debug)]
pub struct SystemRng;

#[cfg(feature = "std")]
impl RandomBits for SystemRng {
    fn next_bits(&mut self) -> u64 {
        random_bits()
    }
}

/// What `rng = …` takes.
#[diagnostic::on_unimplemented(
    message = "`rng` needs a random number generator, but this is `{Self}`",
    label = "does not implement `rand::Rng`",
    note = "hand in one that is seeded, as in `rng = Xoshiro256PlusPlus::seed_from_u64(7)`, or a `&mut` to one"
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
