use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use core::convert::Infallible;
#[cfg(feature = "std")]
use std::io;

use super::Verdict;

/// An error type that says which of its values are transient.
///
/// A call without a predicate (`transient = …`) asks this trait. Nothing is retried by default: a call without a predicate
/// whose error type does not implement the trait does not compile.
///
/// With the feature `macros`, `#[derive(Transient)]` writes the implementation.
///
/// ```
/// use retry_core::{Transient, Verdict};
///
/// enum PaymentError {
///     Busy,
///     CardDeclined,
/// }
///
/// impl Transient for PaymentError {
///     fn verdict(&self) -> Verdict {
///         match self {
///             Self::Busy => Verdict::Transient,
///             Self::CardDeclined => Verdict::Permanent,
///         }
///     }
/// }
///
/// assert_eq!(PaymentError::Busy.verdict(), Verdict::Transient);
/// assert_eq!(Box::new(PaymentError::CardDeclined).verdict(), Verdict::Permanent);
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing says which errors of type `{Self}` are transient",
    label = "needs `transient = …`, or an error type that implements `Transient`",
    note = "add a predicate: `transient = |error| …`, a path to a `fn(&{Self}) -> bool`, or `transient = |_| true` to retry every error",
    note = "or, for a type of your own, implement `retry_core::Transient`",
    note = "for an error of another crate, such as reqwest, sqlx or tonic: switch on `retry-core`'s feature for that crate, as in `features = [\"reqwest-0_13\"]`",
    note = "for `anyhow::Error`, `eyre::Report` and `Box<dyn Error>`, which can hold anything: `transient = retry_core::chain::verdict` asks the errors in their chain"
)]
pub trait Transient {
    /// The verdict on this error.
    fn verdict(&self) -> Verdict;
}

/// These kinds are transient, because the other side, or the way to it, is not available at this moment:
///
/// - `ConnectionRefused`, `ConnectionReset`, `ConnectionAborted`, `BrokenPipe`: a peer that restarts or sheds load;
/// - `HostUnreachable`, `NetworkUnreachable`, `NetworkDown`: routes that come back;
/// - `TimedOut`: no answer in time;
/// - `Interrupted`, `WouldBlock`, `ResourceBusy`: the system itself asks to try again.
///
/// Every other kind is permanent. That includes `UnexpectedEof`, which a truncated file gives as well as a lost connection,
/// and `Other`, which says nothing. If you know the source of the error, write a predicate.
///
/// ```
/// use std::io::{Error, ErrorKind};
/// use retry_core::{Transient, Verdict};
///
/// assert_eq!(Error::from(ErrorKind::ConnectionReset).verdict(), Verdict::Transient);
/// assert_eq!(Error::from(ErrorKind::NotFound).verdict(), Verdict::Permanent);
/// ```
#[cfg(feature = "std")]
impl Transient for io::Error {
    fn verdict(&self) -> Verdict {
        use io::ErrorKind as Kind;
        Verdict::from(matches!(
            self.kind(),
            Kind::ConnectionRefused
                | Kind::ConnectionReset
                | Kind::ConnectionAborted
                | Kind::BrokenPipe
                | Kind::HostUnreachable
                | Kind::NetworkUnreachable
                | Kind::NetworkDown
                | Kind::TimedOut
                | Kind::Interrupted
                | Kind::WouldBlock
                | Kind::ResourceBusy
        ))
    }
}

/// An error that cannot happen needs no verdict.
impl Transient for Infallible {
    fn verdict(&self) -> Verdict {
        match *self {}
    }
}

macro_rules! transient_through {
    ($($pointer:ty),*) => {$(
        /// The verdict on what it points to.
        #[diagnostic::do_not_recommend]
        impl<T: Transient + ?Sized> Transient for $pointer {
            fn verdict(&self) -> Verdict {
                (**self).verdict()
            }
        }
    )*};
}

transient_through!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);
