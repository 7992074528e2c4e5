//! The verdict on hyper's errors.

use core::error::Error;

use super::connection::cause;
use crate::{Transient, Verdict};

/// A lost connection is transient. An answer that breaks the protocol is permanent. With the feature `hyper-1`.
///
/// | failure | verdict | why |
/// |---|---|---|
/// | the connection is closed before the answer, or reset | transient | the server restarts, or sheds load |
/// | the body breaks off | transient | the rest may come the next time |
/// | the connection is gone before the request is sent | transient | it was closed while it was idle |
/// | a server waits too long for the header of a request | transient | no answer in time says nothing against another attempt |
/// | an HTTP/2 stream or connection ends with an error code, or the peer of an HTTP/2 client speaks HTTP/1 | transient | a server that shuts down in order does this too, and hyper does not tell which code it was |
/// | the head of a message cannot be parsed | permanent | the peer speaks another protocol |
/// | the chunks of a body, or the TLS records below, cannot be read | permanent | the peer breaks the protocol |
/// | the caller's own body or service fails, or the caller uses hyper in a wrong way | permanent | the peer has no part in it |
///
/// A verdict says that another attempt may succeed, not that it is harmless: see
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
        // Every other error is a lost connection. An `io::Error` in the chain may say how it was lost.
        self.source().and_then(cause).unwrap_or(Verdict::Transient)
    }
}
