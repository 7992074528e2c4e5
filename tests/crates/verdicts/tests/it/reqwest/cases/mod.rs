//! Each row of the table of `impl Transient for reqwest::Error`, and `ensure_success`.

mod bodies;
mod connections;
mod requests;
mod status;
mod tls;

use std::net::SocketAddr;

use super::reqwest::{Client, ClientBuilder, Error, Response};
use super::{reqwest, rustls, trusting};
use crate::sockets::Certificate;

/// A client that trusts only a certificate that no server has.
fn client() -> ClientBuilder {
    trusting(rustls(Client::builder().no_proxy()), &Certificate::new().pem)
}

async fn send(client: ClientBuilder, url: impl ToString) -> Result<Response, Error> {
    client.build().unwrap().get(url.to_string()).send().await
}

async fn get(address: SocketAddr) -> Result<Response, Error> {
    send(client(), format!("http://{address}/")).await
}

fn leaked(answer: String) -> &'static str {
    Box::leak(answer.into_boxed_str())
}
