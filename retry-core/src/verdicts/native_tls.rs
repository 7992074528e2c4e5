//! The verdict on native-tls's errors.

use core::error::Error;

use super::connection::cause;
use crate::{Transient, Verdict};

/// A handshake that breaks off is transient. A refused handshake is permanent. With the feature `native-tls-0_2`.
///
/// The errors of reqwest and hyper hold this error if native-tls makes the connection. With this feature, their
/// verdicts use it.
///
/// | failure | verdict | why |
/// |---|---|---|
/// | the connection is closed or reset during the handshake | transient | the server restarts, or sheds load |
/// | OpenSSL gives a reason: a certificate that is not trusted, a client certificate that the server requires, or a peer without TLS | permanent | the peer and the certificates stay the same |
/// | no reason is given | transient | a lost connection gives none either |
///
/// native-tls uses OpenSSL on Linux. The libraries of Windows and macOS give no reason that a program could tell from a
/// lost connection.
///
#[cfg_attr(feature = "macros", doc = "```")]
#[cfg_attr(not(feature = "macros"), doc = "```ignore")]
/// # use native_tls_0_2 as native_tls;
/// use retry_core::Transient;
///
/// #[derive(Debug, Transient)]
/// enum MailError {
///     #[transient(forward)]
///     Tls(native_tls::Error),
///     #[permanent]
///     Refused(String),
/// }
/// ```
#[diagnostic::do_not_recommend]
impl Transient for native_tls_0_2::Error {
    fn verdict(&self) -> Verdict {
        match self.source() {
            Some(reason) => cause(reason).unwrap_or(Verdict::Permanent),
            None => Verdict::Transient,
        }
    }
}
