use ::reqwest;

#[path = "cases.rs"]
#[allow(clippy::duplicate_mod)]
mod cases;

/// Trusts this certificate and no other.
fn trusting(builder: reqwest::ClientBuilder, pem: &str) -> reqwest::ClientBuilder {
    builder.tls_certs_only([reqwest::Certificate::from_pem(pem.as_bytes()).unwrap()])
}
