//! The random source as the policy knows it.

use rand::Rng;

/// All that jitter asks of a generator: 64 bits per draw.
///
/// Where it is handed on as `dyn`, only this one method of the generator is linked into a program.
#[diagnostic::on_unimplemented(
    message = "nothing gives this call random numbers for its jitter, as retry-core is built without its feature `std`",
    label = "needs a random number generator",
    note = "give it one that is seeded by the hardware: `rng = …` in an attribute, `.rng(…)` for a loop by hand"
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
