//! The same cases for each version of reqwest. The versions' builders have different names for TLS.

mod v0_12;
mod v0_13;

/// A client of the current version, which needs a TLS library even for a test without TLS.
pub(crate) fn without_tls(builder: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
    builder.tls_backend_native()
}
