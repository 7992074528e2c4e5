//! The verdict on the errors of hyper-util's client.

use core::error::Error;

use super::connection::cause;
use crate::{Transient, Verdict};

/// How the connection has failed decides. With the feature `hyper-util-0_1`.
///
/// | failure | verdict | why |
/// |---|---|---|
/// | the connection is refused, or the name of the host is not found | transient | the server restarts, and names come and go with it |
/// | a connector reports an error of a type that is not known here | transient | nothing was sent |
/// | TLS refuses the handshake | permanent | the certificate will be the same |
/// | the connection fails once it is made | as [`hyper::Error`](hyper_1::Error) | the source is such an error |
/// | the request has no absolute URI, or an HTTP version that the client does not support | permanent | it is not sent at all |
///
/// A verdict says that another attempt may succeed, not that it is harmless: see
/// [what may be repeated](crate::http#what-may-be-repeated).
///
#[cfg_attr(feature = "macros", doc = "```")]
#[cfg_attr(not(feature = "macros"), doc = "```ignore")]
/// # use hyper_util_0_1 as hyper_util;
/// use retry_core::{Transient, http::StatusError};
///
/// #[derive(Debug, Transient)]
/// enum ApiError {
///     #[transient(forward)]
///     Transport(hyper_util::client::legacy::Error),
///     #[transient(forward)]
///     Status(StatusError),
/// }
/// ```
#[diagnostic::do_not_recommend]
impl Transient for hyper_util_0_1::client::legacy::Error {
    fn verdict(&self) -> Verdict {
        self.source().and_then(cause).unwrap_or_else(|| Verdict::from(self.is_connect()))
    }
}
