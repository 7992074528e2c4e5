//! What an error of the system's says about a connection to a server.

use std::error::Error;
use std::io::{self, ErrorKind};

use crate::Verdict;

/// The verdict on the first error in the chain, this one included, that tells how a connection has failed.
pub(super) fn cause(error: &(dyn Error + 'static)) -> Option<Verdict> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref() {
            return Some(verdict(error));
        }
        #[cfg(feature = "hyper-1")]
        if let Some(error) = error.downcast_ref::<hyper_1::Error>() {
            return Some(crate::Transient::verdict(error));
        }
        #[cfg(feature = "native-tls-0_2")]
        if let Some(error) = error.downcast_ref::<native_tls_0_2::Error>() {
            return Some(crate::Transient::verdict(error));
        }
        next = error.source();
    }
    None
}

/// The verdict on an error of a connection. More is transient than of an `io::Error` that may be a file's: the end of
/// the stream is a lost connection here, and a socket that is not found is one that a server has yet to make.
pub(super) fn verdict(error: &io::Error) -> Verdict {
    // `source()` passes over what another crate has wrapped.
    let wrapped = error.get_ref().and_then(|wrapped| cause(wrapped));
    wrapped.unwrap_or_else(|| {
        // The reasons to refuse a TLS handshake, what cannot be decompressed, a name that is none, and what another crate
        // says of itself.
        let refused = matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::Other);
        // The caller's own system does not let it.
        let forbidden = matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::Unsupported);
        Verdict::from(!refused && !forbidden)
    })
}
