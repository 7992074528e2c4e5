use reqwest_0_12 as reqwest;

#[path = "cases.rs"]
mod cases;

/// Trusts this certificate and no other.
fn trusting(builder: reqwest::ClientBuilder, pem: &str) -> reqwest::ClientBuilder {
    let certificate = reqwest::Certificate::from_pem(pem.as_bytes()).unwrap();
    builder.tls_built_in_root_certs(false).add_root_certificate(certificate)
}
