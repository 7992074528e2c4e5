//! What the attempts of every kind of call have in common.

use crate::engine::name::Name;

/// The attempts of a call: what makes them, and the types of their outcomes.
pub trait Attempts {
    type Value;
    type Error;

    /// The name of a call without a [`name`](crate::Retry::name).
    const NAME: Name = Name::NONE;
}
