//! The verdict on tokio's errors.

use ::tokio::time::error::Elapsed;

use crate::{Transient, Verdict};

/// A timeout is transient: no answer in time says nothing against another attempt.
impl Transient for Elapsed {
    fn verdict(&self) -> Verdict {
        Verdict::Transient
    }
}
