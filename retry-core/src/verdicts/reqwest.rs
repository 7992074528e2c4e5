//! The verdict on reqwest's errors, the same for each version.

use core::error::Error;

use super::connection::cause;
use crate::{Transient, Verdict};

macro_rules! reqwest {
    ($feature:literal, $reqwest:ident) => {
        /// A failure that keeps the answer from arriving is transient. A failure that another attempt would repeat is
        /// permanent.
        #[doc = concat!("With the feature `", $feature, "`.")]
        ///
        /// | failure | verdict | why |
        /// |---|---|---|
        /// | the connection is refused, or the name of the host is not found | transient | the server restarts, and names come and go with it |
        /// | the TLS handshake breaks off | transient | the server restarts, or sheds load |
        /// | the TLS handshake is refused: a certificate that is not trusted, a client certificate that the server requires, or a peer without TLS | permanent | the peer and the certificates stay the same |
        /// | the connection is closed before the answer, or reset | transient | the server restarts, or sheds load |
        /// | a timeout, of the client or of the request, also while the body is read | transient | no answer in time says nothing against another attempt |
        /// | the body breaks off, although `is_decode` says that its content is at fault | transient | the source chain has a lost connection |
        /// | an HTTP/2 stream or connection ends with an error code, or the peer of an HTTP/2 client speaks HTTP/1 | transient | a server that shuts down in order does this too, and hyper does not tell which code it was |
        /// | the answer is no HTTP, or its chunks cannot be read | permanent | the peer speaks another protocol |
        /// | the content cannot be decoded: JSON of another shape, data that was not compressed | permanent | the server will send the same |
        /// | the request's own body fails | permanent | the server has no part in it |
        /// | the request cannot be built, or has a URL that cannot be requested | permanent | it is not sent at all |
        /// | too many redirects, or one that the policy refuses | permanent | they lead to the same place |
        /// | `error_for_status()`: a [transient status](crate::http::is_transient) | transient | without its `Retry-After`, which is lost: [`ensure_success`](crate::http::ensure_success) keeps it |
        /// | `error_for_status()`: any other status | permanent | the server will answer the same |
        ///
        /// If native-tls makes the connections, as it does by default in reqwest 0.12, switch on the feature
        /// `native-tls-0_2` too. Without it, a handshake that native-tls refuses is transient. A proxy's refusal to
        /// connect is transient, because its error gives no reason.
        ///
        /// A verdict says that another attempt may succeed, not that it is harmless: see
        /// [what may be repeated](crate::http#what-may-be-repeated).
        ///
        #[cfg_attr(feature = "macros", doc = "```")]
        #[cfg_attr(not(feature = "macros"), doc = "```ignore")]
        #[doc = concat!("# use ", stringify!($reqwest), " as reqwest;")]
        /// # use retry_core::retry;
        /// #[retry(attempts = 4)]
        /// async fn get(client: &reqwest::Client, url: &str) -> Result<String, reqwest::Error> {
        ///     client.get(url).send().await?.error_for_status()?.text().await
        /// }
        /// ```
        #[diagnostic::do_not_recommend]
        impl Transient for $reqwest::Error {
            fn verdict(&self) -> Verdict {
                if self.is_builder() || self.is_redirect() {
                    return Verdict::Permanent;
                }
                if let Some(status) = self.status() {
                    return Verdict::from(crate::http::is_transient(status));
                }
                if self.is_timeout() {
                    return Verdict::Transient;
                }
                // If the chain does not say how a connection failed, no host was found, or a proxy refused.
                self.source().and_then(cause).unwrap_or_else(|| Verdict::from(self.is_connect()))
            }
        }
    };
}

#[cfg(feature = "reqwest-0_12")]
reqwest!("reqwest-0_12", reqwest_0_12);
#[cfg(feature = "reqwest-0_13")]
reqwest!("reqwest-0_13", reqwest_0_13);
