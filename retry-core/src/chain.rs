//! The verdict on `anyhow::Error`, `eyre::Report` and boxed errors, from the chain of their sources.
//!
//! Such a type can hold any error, and does not tell which. [`verdict`] looks at the error, then at its
//! [`source`](Error::source), then at the source of that source, and so on. The first error whose type is known
//! decides. If no type is known, the error is permanent, because nothing says that another attempt could help.
//!
#![cfg_attr(feature = "macros", doc = "```")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! use anyhow::{Context as _, Result};
//! use retry_core::{chain, retry};
//!
//! #[retry(attempts = 3, transient = chain::verdict)]
//! async fn load(path: &str, opened: &mut u32) -> Result<String> {
//!     *opened += 1;
//!     std::fs::read_to_string(path).with_context(|| format!("cannot load {path}"))
//! }
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() {
//! let mut opened = 0;
//! let error = load("/no/such/file", &mut opened).await.unwrap_err();
//! assert_eq!(error.to_string(), "cannot load /no/such/file");
//! // The source is an `io::Error` of the kind `NotFound`, which is permanent.
//! assert_eq!(opened, 1);
//! # }
//! ```
//!
//! # Which types are known
//!
//! - [`std::io::Error`], by its [`Transient`] implementation; if its kind is `Other`, the error inside decides;
//! - [`TimedOut`](crate::TimedOut), and with the feature `tokio` tokio's `Elapsed`;
//! - with the feature `http`, `http::StatusError`;
//! - the errors of other crates whose [feature](crate#features) is on;
//! - your own types, which you name in [`verdict_with`].
//!
//! Each of these types is also found inside a `Box` or an `Arc`. anyhow and eyre hide the type of an error that was
//! attached as a context, and the type of a boxed error, `anyhow!(boxed)`. [`verdict`] does not find these errors. It
//! finds the error that has the context, and the sources of the boxed error. The search ends after 100 errors.

use core::error::Error;
use core::iter::successors;
use core::ops::Deref;
#[cfg(feature = "std")]
use std::io;

#[cfg(feature = "std")]
use crate::decision::known::downcast;
use crate::decision::known::known;
use crate::decision::{Transient, Verdict};
use crate::verdicts::KNOWN;

/// The verdict on the first error in the chain whose type is known; permanent if there is none.
///
/// Use it as a predicate: `transient = chain::verdict`.
///
/// ```
/// use std::error::Error;
/// use std::io::{self, ErrorKind};
/// use retry_core::{Verdict, chain};
///
/// let reset = || io::Error::from(ErrorKind::ConnectionReset);
/// assert_eq!(chain::verdict(&anyhow::Error::from(reset()).context("cannot fetch")), Verdict::Transient);
///
/// let error: Box<dyn Error + Send + Sync> = reset().into();
/// assert_eq!(chain::verdict(&error), Verdict::Transient);
///
/// let error: Box<dyn Error> = "a text".into();
/// assert_eq!(chain::verdict(&error), Verdict::Permanent);
/// ```
pub fn verdict(error: &impl DynError) -> Verdict {
    verdict_with::<()>(error)
}

/// As [`verdict`], but with your own types as well: one type, or up to eight in a tuple.
///
/// A type that `K` names decides before the types that [`verdict`] knows.
///
/// ```
/// use std::fmt;
/// use anyhow::anyhow;
/// use retry_core::{RetryPolicy, Transient, Verdict, chain};
///
/// #[derive(Debug)]
/// struct Busy;
///
/// impl Transient for Busy {
///     fn verdict(&self) -> Verdict {
///         Verdict::Transient
///     }
/// }
///
/// impl fmt::Display for Busy {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("busy")
///     }
/// }
///
/// impl std::error::Error for Busy {}
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let mut attempts = 0;
/// let call = RetryPolicy::default().retry(|| {
///     attempts += 1;
///     std::future::ready(Err::<(), _>(anyhow!(Busy)))
/// });
/// assert!(call.transient(chain::verdict_with::<Busy>).await.is_err());
/// assert_eq!(attempts, 6);
/// # }
/// ```
pub fn verdict_with<K: Known>(error: &impl DynError) -> Verdict {
    let known =
        |error: &&(dyn Error + 'static)| K::verdict(*error).or_else(|| KNOWN.iter().find_map(|known| known(*error)));
    errors(error.outermost()).find_map(|error| known(&error)).unwrap_or(Verdict::Permanent)
}

/// An error that can hold any other: `anyhow::Error`, `eyre::Report`, and every pointer to a `dyn Error`.
#[diagnostic::on_unimplemented(
    message = "`chain` needs an error that can hold any other error, but `{Self}` cannot",
    label = "not a pointer to a `dyn Error`",
    note = "it takes `anyhow::Error`, `eyre::Report`, `Box<dyn Error + …>` and `&dyn Error`; a type of your own says itself what is transient: derive or implement `retry_core::Transient`"
)]
pub trait DynError {
    #[doc(hidden)]
    fn outermost(&self) -> &(dyn Error + 'static);
}

#[diagnostic::do_not_recommend]
impl<P> DynError for P
where
    P: Deref,
    P::Target: StaticTarget,
{
    fn outermost(&self) -> &(dyn Error + 'static) {
        (**self).static_error()
    }
}

mod target {
    use core::error::Error;

    /// A `dyn Error` with any of the auto traits and any lifetime.
    pub trait Target {
        fn error(&self) -> &dyn Error;
    }

    /// A `dyn Error` that is `'static`, which a downcast needs.
    pub trait StaticTarget {
        fn static_error(&self) -> &(dyn Error + 'static);
    }

    macro_rules! targets {
        ($($($marker:ident)*),*) => {$(
            impl Target for dyn Error $(+ $marker)* + '_ {
                fn error(&self) -> &dyn Error {
                    self
                }
            }

            impl StaticTarget for dyn Error $(+ $marker)* {
                fn static_error(&self) -> &(dyn Error + 'static) {
                    self
                }
            }
        )*};
    }

    targets!(, Send, Sync, Send Sync);
}

use self::target::StaticTarget;
pub(crate) use self::target::Target;

/// A type that [`verdict_with`] looks for: an [`Error`] that is [`Transient`], or a tuple of such types.
pub trait Known {
    #[doc(hidden)]
    fn verdict(error: &(dyn Error + 'static)) -> Option<Verdict>;
}

impl<E: Error + Transient + 'static> Known for E {
    fn verdict(error: &(dyn Error + 'static)) -> Option<Verdict> {
        known::<E>(error)
    }
}

macro_rules! known_tuples {
    ($(($($known:ident)*))*) => {$(
        #[doc(hidden)]
        impl<$($known: Known),*> Known for ($($known,)*) {
            fn verdict(_error: &(dyn Error + 'static)) -> Option<Verdict> {
                None$(.or_else(|| $known::verdict(_error)))*
            }
        }
    )*};
}

known_tuples!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));

/// How many errors of a chain are visited. It ends the search in a chain that is a cycle.
pub(crate) const LONGEST: usize = 100;

/// The errors of a chain, from the outermost on.
fn errors<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    successors(Some(error), |error| source(*error)).take(LONGEST)
}

pub(crate) fn source<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e (dyn Error + 'static)> {
    #[cfg(feature = "std")]
    if let Some(error) = downcast::<io::Error>(error) {
        // `io::Error::source` skips the error inside and returns the source of that error.
        return error.get_ref().map(|error| error as &(dyn Error + 'static));
    }
    error.source()
}
