//! What the policy needs of a random source.

use rand::Rng;

/// A generator of 64 random bits per draw; every `Rng` is one.
///
/// The policy takes a `dyn RandomBits` rather than a `dyn Rng`, so that a program links only one method of its
/// generator.
#[diagnostic::on_unimplemented(
    message = "this call has no random numbers for its jitter, because retry-core is built without its feature `std`",
    label = "needs a random number generator",
    note = "set a generator that the hardware seeds: `rng = …` in an attribute, `.rng(…)` for a loop by hand"
)]
pub trait RandomBits {
    fn next_bits(&mut self) -> u64;
}

#[diagnostic::do_not_recommend]
impl<R: Rng + ?Sized> RandomBits for R {
    fn next_bits(&mut self) -> u64 {
        self.next_u64()
    }
}
