use reqwest::ClientBuilder;
use reqwest_0_12 as reqwest;

#[path = "cases/mod.rs"]
mod cases;

/// Trusts this certificate and no other.
fn trusting(builder: ClientBuilder, pem: &str) -> ClientBuilder {
    let certificate = reqwest::Certificate::from_pem(pem.as_bytes()).unwrap();
    builder.tls_built_in_root_certs(false).add_root_certificate(certificate)
}

fn rustls(builder: ClientBuilder) -> ClientBuilder {
    builder.use_rustls_tls()
}

fn native_tls(builder: ClientBuilder) -> ClientBuilder {
    builder.use_native_tls()
}
