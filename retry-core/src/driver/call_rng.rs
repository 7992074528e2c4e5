use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};

use rand::rngs::Xoshiro128PlusPlus;
use rand::{Rng, SeedableRng as _, TryRng};

/// The default random source: a generator of the call's own, seeded when the first delay is drawn.
///
/// The seed comes from the keys of a new [`RandomState`], which the standard library takes from the operating
/// system and makes different for each: enough for jitter, without another dependency or a system call, and
/// no state that another call could disturb.
#[derive(Clone, Debug)]
pub struct CallRng(Option<Xoshiro128PlusPlus>);

impl CallRng {
    pub(crate) const fn unseeded() -> Self {
        Self(None)
    }

    fn seeded(&mut self) -> &mut Xoshiro128PlusPlus {
        self.0.get_or_insert_with(|| Xoshiro128PlusPlus::seed_from_u64(RandomState::new().hash_one(())))
    }
}

impl TryRng for CallRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.seeded().try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.seeded().try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.seeded().try_fill_bytes(bytes)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_call_draws_its_own_numbers() {
        let (mut ours, mut theirs) = (CallRng::unseeded(), CallRng::unseeded());
        assert_ne!([ours.next_u64(), ours.next_u64()], [theirs.next_u64(), theirs.next_u64()]);
    }
}
