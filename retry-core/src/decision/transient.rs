use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use core::convert::Infallible;
#[cfg(feature = "std")]
use std::io;

use super::Verdict;

/// An error type that says which of its values are transient.
///
/// A call without a predicate (`transient = …`) asks this trait. Nothing is retried by default: if there is no
/// predicate and the error type does not implement the trait, the call does not compile.
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

/// These kinds are transient, because the peer or the network is unavailable for a time:
///
/// - `ConnectionRefused`, `ConnectionReset`, `ConnectionAborted`, `BrokenPipe`: the peer restarts or sheds load;
/// - `HostUnreachable`, `NetworkUnreachable`, `NetworkDown`: a route is missing, and may come back;
/// - `TimedOut`: no answer came in time;
/// - `Interrupted`, `WouldBlock`, `ResourceBusy`: the operating system asks to try again.
///
/// Every other kind is permanent. `UnexpectedEof` is permanent because a truncated file causes it as well as a lost
/// connection. `Other` is permanent because it says nothing about the cause. If you know the cause, write a predicate.
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

/// `Infallible` has no values, so the verdict is never asked.
impl Transient for Infallible {
    fn verdict(&self) -> Verdict {
        match *self {}
    }
}

macro_rules! transient_through {
    ($($pointer:ty),*) => {$(
        /// The verdict on the error behind the pointer.
        #[diagnostic::do_not_recommend]
        impl<T: Transient + ?Sized> Transient for $pointer {
            fn verdict(&self) -> Verdict {
                (**self).verdict()
            }
        }
    )*};
}

transient_through!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);
