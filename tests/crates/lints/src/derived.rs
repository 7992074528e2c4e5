//! Errors that derive their verdicts: every attribute, on every kind of type.

use std::fmt::Debug;
use std::io;
use std::time::Duration;

use retry_core::{Transient, Verdict};

use crate::Failure;

/// An error of every kind.
#[derive(Debug, Transient)]
#[transient(when = |error| matches!(error, Self::Silent))]
pub enum CallError<'a, E, const N: usize> {
    /// Transient.
    #[transient]
    Busy,
    /// With a hint.
    #[transient(retry_after = after)]
    Throttled {
        /// Where.
        path: &'a str,
        /// How long.
        after: Duration,
    },
    /// With a hint, perhaps.
    #[transient(retry_after)]
    Slow(Option<Duration>),
    /// Asked.
    #[transient(forward)]
    Call(Failure),
    /// Asked, generic.
    #[transient(forward)]
    Transport(Box<E>),
    /// Asked a second time.
    #[transient(forward = 1)]
    Traced([u8; N], Box<E>),
    /// Judged.
    #[transient(when = |status| *status >= 500)]
    Status(u16),
    /// Judged by two fields.
    #[transient(when = |call, text| judge(call, text))]
    Judged {
        /// Call.
        call: Call,
        /// Text.
        text: String,
    },
    /// Permanent.
    #[permanent]
    Declined,
    /// As the enum says.
    Silent,
}

const fn judge(call: &Call, text: &str) -> Verdict {
    if call.0.is_empty() && text.is_empty() { Verdict::Transient } else { Verdict::Permanent }
}

/// What was called.
#[derive(Debug)]
pub struct Call(String);

/// One variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Transient)]
pub enum Single {
    /// Transient.
    #[transient]
    Busy,
}

/// Says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Transient)]
pub enum Silent {
    /// Permanent.
    One,
    /// Permanent.
    Two,
}

/// Cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Transient)]
pub enum Empty {}

/// With values that cannot be.
#[derive(Clone, Copy, Debug, Transient)]
pub enum Partly {
    /// Asked.
    #[transient(forward)]
    Never(std::convert::Infallible),
    /// Not asked.
    #[transient]
    Empty(Empty),
    /// Permanent.
    Other,
}

/// Always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Transient)]
#[transient]
pub struct Always;

/// Asked.
#[derive(Debug, Transient)]
#[transient(forward = source)]
pub struct Context<E: Debug + ?Sized>
where
    Box<E>: Send,
{
    /// What was done.
    pub path: String,
    source: Hidden<E>,
}

#[derive(Debug, Transient)]
#[transient(forward)]
struct Hidden<E: ?Sized>(Box<E>);

impl<E: Debug> Context<E>
where
    Box<E>: Send,
{
    /// Wraps an error.
    #[must_use]
    pub fn new(path: &str, source: E) -> Self {
        Self { path: path.to_owned(), source: Hidden(Box::new(source)) }
    }
}

/// Judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Transient)]
#[transient(crate = retry_core, when = Self::is_busy)]
pub struct StatusError(u16);

impl StatusError {
    /// An error of this status.
    #[must_use]
    pub const fn new(status: u16) -> Self {
        Self(status)
    }

    /// Whether it is worth another attempt.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.0 == 503
    }
}

/// Old, all of it.
#[deprecated = "use `CallError`"]
#[derive(Debug, Transient)]
pub enum Old {
    /// Asked.
    #[transient(forward)]
    Io(io::Error),
}

/// Old in parts.
#[derive(Debug, Transient)]
pub enum PartlyOld {
    /// Transient.
    #[deprecated]
    #[transient]
    Busy,
    /// Asked.
    #[deprecated = "no longer made"]
    #[transient(forward)]
    Io(io::Error),
    /// With a hint.
    #[transient(retry_after = after)]
    Throttled {
        /// How long.
        #[deprecated]
        after: Duration,
    },
    /// With a hint and more.
    #[transient(retry_after = 0)]
    Slow(#[deprecated] Duration, u8),
    /// Permanent.
    #[deprecated]
    Declined,
}
