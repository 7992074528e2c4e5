use ::reqwest;
use reqwest::ClientBuilder;

#[path = "cases/mod.rs"]
#[allow(clippy::duplicate_mod)]
mod cases;

/// Trusts this certificate and no other.
fn trusting(builder: ClientBuilder, pem: &str) -> ClientBuilder {
    builder.tls_certs_only([reqwest::Certificate::from_pem(pem.as_bytes()).unwrap()])
}

fn rustls(builder: ClientBuilder) -> ClientBuilder {
    builder.tls_backend_rustls()
}

fn native_tls(builder: ClientBuilder) -> ClientBuilder {
    builder.tls_backend_native()
}
