//! The verdict on a `dyn Error`, by downcast to the types that have one.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::error::Error;
#[cfg(feature = "std")]
use std::io;

use super::{Transient, Verdict};

/// The verdict on an error of this type; `None` for an error of another type.
pub(crate) fn known<E: Error + Transient + 'static>(error: &(dyn Error + 'static)) -> Option<Verdict> {
    downcast::<E>(error).map(Transient::verdict)
}

/// The verdict on an `io::Error`, by its kind. The kind `Other` has none: it only holds another error.
#[cfg(feature = "std")]
pub(crate) fn known_io(error: &(dyn Error + 'static)) -> Option<Verdict> {
    let error = downcast::<io::Error>(error)?;
    (error.kind() != io::ErrorKind::Other).then(|| error.verdict())
}

/// The error as an `E`. A `Box<E>` and an `Arc<E>` are errors too, and give the `E` inside.
pub(crate) fn downcast<'e, E: Error + 'static>(error: &'e (dyn Error + 'static)) -> Option<&'e E> {
    let boxed = || error.downcast_ref::<Box<E>>().map(|error| &**error);
    let shared = || error.downcast_ref::<Arc<E>>().map(|error| &**error);
    error.downcast_ref().or_else(boxed).or_else(shared)
}
