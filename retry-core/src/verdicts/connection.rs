//! The verdict on an error of the operating system about a connection to a server.

use core::error::Error;
use std::io::{self, ErrorKind};

use crate::Verdict;

/// The verdict on the first error in the chain, `error` included, that says how a connection failed.
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

/// The verdict on an error of a connection. More kinds are transient than for an `io::Error` that may come from a file:
/// the end of the stream is a lost connection, and a socket that is not found belongs to a server that has not started
/// yet.
pub(super) fn verdict(error: &io::Error) -> Verdict {
    // `source()` skips the error inside an `io::Error`.
    let wrapped = error.get_ref().and_then(|wrapped| cause(wrapped));
    wrapped.unwrap_or_else(|| {
        // A refused TLS handshake, data that cannot be decompressed, an invalid name, and errors of other crates.
        let refused = matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::Other);
        // The caller's own system forbids the connection.
        let forbidden = matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::Unsupported);
        Verdict::from(!refused && !forbidden)
    })
}
