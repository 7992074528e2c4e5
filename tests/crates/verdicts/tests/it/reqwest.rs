//! The same for each version of reqwest, whose builders have other names for what concerns TLS.

mod v0_12;
mod v0_13;

/// A client of the current version, which has to be told a TLS library although it needs none.
pub(crate) fn without_tls(builder: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
    builder.tls_backend_native()
}
