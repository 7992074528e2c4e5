//! The verdict on tokio's errors.

use ::tokio::time::error::Elapsed;

use crate::{Transient, Verdict};

/// A timeout is transient: the next attempt may be faster.
impl Transient for Elapsed {
    fn verdict(&self) -> Verdict {
        Verdict::Transient
    }
}
