//! The verdict on hyper's errors, and on the causes that they have in common with those of the clients built on hyper.

use std::error::Error;
use std::io::{self, ErrorKind};

use crate::{Transient, Verdict};

/// A connection that is lost is transient, and nonsense is permanent. With the feature `hyper-1`.
///
/// | failure | verdict | why |
/// |---|---|---|
/// | the connection is closed before the answer, or reset | transient | the server restarts, or sheds load |
/// | the body breaks off | transient | the rest may come the next time |
/// | the connection is gone before the request is sent | transient | it was closed while it was idle |
/// | a server waits too long for the header of a request | transient | no answer in time says nothing against another attempt |
/// | an HTTP/2 stream or connection ends with an error code, or the peer of an HTTP/2 client speaks HTTP/1 | transient | a server that shuts down in order does this too, and hyper does not tell which code it was |
/// | the head of a message cannot be parsed | permanent | the peer speaks another protocol |
/// | the chunks of a body, or the TLS records below, cannot be read | permanent | the peer says what it must not say |
/// | the caller's own body or service fails, or the caller uses hyper in a wrong way | permanent | the peer has no part in it |
///
/// A verdict says that another attempt may fare better, not that it does no harm: see
/// [what may be repeated](crate::http#what-may-be-repeated).
///
#[cfg_attr(feature = "macros", doc = "```")]
#[cfg_attr(not(feature = "macros"), doc = "```ignore")]
/// # use hyper_1 as hyper;
/// use retry_core::{Transient, http::StatusError};
///
/// #[derive(Debug, Transient)]
/// enum ApiError {
///     #[transient(forward)]
///     Transport(hyper::Error),
///     #[transient(forward)]
///     Status(StatusError),
/// }
/// ```
#[diagnostic::do_not_recommend]
impl Transient for hyper_1::Error {
    fn verdict(&self) -> Verdict {
        if self.is_parse() || self.is_user() {
            return Verdict::Permanent;
        }
        // All that is left are connections that came to an end, and what an `io::Error` below says about how.
        self.source().and_then(cause).unwrap_or(Verdict::Transient)
    }
}

/// The verdict on the first error in the chain, this one included, that tells how a connection has failed.
pub(super) fn cause(error: &(dyn Error + 'static)) -> Option<Verdict> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<hyper_1::Error>() {
            return Some(error.verdict());
        }
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return Some(connection(error));
        }
        next = error.source();
    }
    None
}

/// The verdict on an error of a connection. Here it is known that an unexpected end is not one of a file, and that what
/// another crate wraps into an `io::Error` is the cause, which `source()` passes over.
fn connection(error: &io::Error) -> Verdict {
    let wrapped = error.get_ref().and_then(|wrapped| cause(wrapped));
    wrapped.unwrap_or_else(|| {
        // A handshake that rustls refuses is invalid data. What cannot be decompressed is any of these.
        let garbled = matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::Other);
        // The caller's own system does not let it.
        let forbidden = matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::Unsupported);
        Verdict::from(!garbled && !forbidden)
    })
}
