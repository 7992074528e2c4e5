//! The random source as the policy knows it.

use rand::Rng;

/// All that jitter asks of a generator: 64 bits per draw.
///
/// Where it is handed on as `dyn`, only this one method of the generator is linked into a program.
pub trait RandomBits {
    fn next_bits(&mut self) -> u64;
}

impl<R: Rng + ?Sized> RandomBits for R {
    fn next_bits(&mut self) -> u64 {
        self.next_u64()
    }
}
