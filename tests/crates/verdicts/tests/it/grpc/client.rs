//! A client whose messages are plain bytes.

use std::net::SocketAddr;

use bytes::{Buf, BufMut, Bytes};
use http::uri::PathAndQuery;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

pub(super) fn endpoint(server: SocketAddr) -> Endpoint {
    Endpoint::from_shared(format!("http://{server}")).unwrap()
}

/// One call on a connection of its own.
pub(super) async fn call(server: SocketAddr) -> Result<Bytes, Status> {
    unary(endpoint(server).connect_lazy()).await
}

pub(super) async fn unary(channel: Channel) -> Result<Bytes, Status> {
    let mut client = tonic::client::Grpc::new(channel);
    client.ready().await.map_err(|error| Status::from_error(error.into()))?;
    let path = PathAndQuery::from_static("/test.Test/Call");
    let answer = client.unary(Request::new(Bytes::from_static(b"?")), path, AsItIs).await?;
    Ok(answer.into_inner())
}

#[derive(Clone, Copy)]
struct AsItIs;

impl Codec for AsItIs {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for AsItIs {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
        Ok(())
    }
}

impl Decoder for AsItIs {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
