//! Any lint may be forbidden, as one is here: generated code allows none.
#![forbid(deprecated)]

use crate::common::{Failure, no_wait, retried, third_time};
use retry_core::{Transient, Verdict, retry};

#[retry(sleep = no_wait)]
async fn fetch() -> Result<u32, Failure> {
    third_time()
}

#[test]
fn an_annotated_function_compiles_under_forbid() {
    assert_eq!(retried(fetch()), Ok(3));
}

#[derive(Transient)]
enum Error {
    #[deprecated]
    #[transient]
    #[allow(dead_code)]
    Old,
    #[transient(retry_after = after)]
    Throttled { after: std::time::Duration },
}

#[test]
fn a_derived_verdict_on_what_is_deprecated_compiles_under_forbid() {
    let after = std::time::Duration::from_secs(7);
    assert_eq!(Error::Throttled { after }.verdict(), Verdict::RetryAfter(after));
}
