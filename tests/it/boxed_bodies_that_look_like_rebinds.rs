//! The statements that move the arguments into a boxed future stay outside of the loop. A statement that only looks
//! like one belongs to the attempt: outside of the loop it would run once, and its failure would never be retried.
#![allow(clippy::let_and_return)] // the shape is what is tried

use std::pin::Pin;

use crate::common::{Failure, calls, no_wait, retried, third_time};
use async_trait::async_trait;
use retry_core::retry;

struct Reply {
    status: Result<u32, Failure>,
}

async fn reply() -> Reply {
    Reply { status: third_time() }
}

#[async_trait]
trait Api {
    async fn field_named_like_the_parameter(&self, status: u32) -> Result<u32, Failure>;
    async fn shadowed_by_the_result(&self, number: Result<u32, Failure>) -> Result<u32, Failure>;
    async fn rebound_and_given_back(&self, number: Result<u32, Failure>) -> Result<u32, Failure>;
    async fn given_back_alone(&self, number: Result<u32, Failure>) -> Result<u32, Failure>;
}

struct Client;

#[async_trait]
impl Api for Client {
    #[retry(sleep = no_wait)]
    async fn field_named_like_the_parameter(&self, status: u32) -> Result<u32, Failure> {
        let reply = reply().await;
        assert!(status > 0);
        reply.status
    }

    #[retry(sleep = no_wait)]
    async fn shadowed_by_the_result(&self, number: Result<u32, Failure>) -> Result<u32, Failure> {
        let number = number.clone().and(reply().await.status);
        number
    }

    #[retry(sleep = no_wait)]
    async fn rebound_and_given_back(&self, number: Result<u32, Failure>) -> Result<u32, Failure> {
        let mut out = number.clone();
        out = out.and(reply().await.status);
        let number = out;
        number
    }

    #[retry(sleep = no_wait, transient = |_| { calls() < 2 && third_time().is_err() })]
    async fn given_back_alone(&self, number: Result<u32, Failure>) -> Result<u32, Failure> {
        number.clone()
    }
}

#[test]
fn below_async_trait() {
    assert_eq!(retried(Client.field_named_like_the_parameter(1)), Ok(3));
    assert_eq!(retried(Client.shadowed_by_the_result(Ok(1))), Ok(3));
    assert_eq!(retried(Client.rebound_and_given_back(Ok(1))), Ok(3));
    assert_eq!(crate::common::at_once(Client.given_back_alone(Err(Failure::Busy(7)))), Err(Failure::Busy(7)));
}

#[retry(sleep = no_wait)]
fn fallible_block(length: u32) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send>> {
    Box::pin(async move {
        let length = {
            third_time()?;
            length
        };
        Ok(length)
    })
}

#[retry(sleep = no_wait)]
fn unused_result(length: u32) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send>> {
    Box::pin(async move {
        let _done = {
            reply().await.status?;
            length
        };
        Ok(length)
    })
}

#[retry(sleep = no_wait)]
fn rebound_within(length: u32) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send>> {
    Box::pin(async move {
        let length = {
            let length = reply().await.status.map(|_| length)?;
            length
        };
        Ok(length)
    })
}

#[test]
fn boxed_by_hand() {
    assert_eq!(retried(fallible_block(5)), Ok(5));
    assert_eq!(retried(unused_result(6)), Ok(6));
    assert_eq!(retried(rebound_within(7)), Ok(7));
}
