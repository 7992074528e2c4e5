//! Connections that fail.

use reqwest::Url;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket};

/// Where nobody listens, and nobody else will while the socket is held.
pub(crate) fn refused() -> (Url, TcpSocket) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    (format!("http://{}/", socket.local_addr().unwrap()).parse().unwrap(), socket)
}

/// Answers each connection with these bytes, then closes it.
pub(crate) async fn start_breaking<const N: usize>(answers: [&'static str; N]) -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move {
        for answer in answers {
            let (mut connection, _) = listener.accept().await.unwrap();
            // The whole request: what is left unread makes a reset of the close.
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                request.push(connection.read_u8().await.unwrap());
            }
            connection.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    url
}
