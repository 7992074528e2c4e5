//! A crate may forbid any lint: generated code allows none.
#![forbid(deprecated)]

mod common;

use common::{Failure, no_wait, retried, third_time};
use retry_core::retry;

#[retry(sleep = no_wait)]
async fn fetch() -> Result<u32, Failure> {
    third_time()
}

#[test]
fn an_annotated_function_compiles_under_forbid() {
    assert_eq!(retried(fetch()), Ok(3));
}
