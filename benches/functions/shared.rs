// The code that the generated functions share. Each crate begins with this file.
#![allow(dead_code)]

use std::future::{Future, ready};
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::Duration;

const BASE: Duration = Duration::from_millis(500);
const CAP: Duration = Duration::from_secs(30);
const ATTEMPTS: u32 = 6;

#[derive(Debug)]
pub enum Failure {
    Busy,
    NotFound(String),
    Malformed(std::num::ParseIntError),
}

impl Failure {
    fn is_transient(&self) -> bool {
        matches!(self, Self::Busy)
    }
}

impl From<std::num::ParseIntError> for Failure {
    fn from(error: std::num::ParseIntError) -> Self {
        Self::Malformed(error)
    }
}

pub struct Client {
    name: String,
}

impl Client {
    async fn get(&self, path: &str) -> Result<String, Failure> {
        ready(()).await;
        if black_box(path).is_empty() { Err(Failure::Busy) } else { Ok(format!("{}/{path}", self.name)) }
    }

    async fn post(&self, path: &str, body: &[u8]) -> Result<u64, Failure> {
        ready(()).await;
        if black_box(path).is_empty() { Err(Failure::Busy) } else { Ok(body.len() as u64) }
    }

    async fn read<T: std::str::FromStr>(&self, path: &str) -> Result<T, Failure> {
        ready(()).await;
        black_box(path).parse().map_err(|_| Failure::NotFound(path.to_owned()))
    }
}

#[inline(never)]
fn drive<F: Future>(future: F) {
    drop(black_box(pin!(future).poll(&mut Context::from_waker(Waker::noop()))));
}
