//! The attribute of a crate that re-exports it.

#[path = "../../edition_2018/tests/it/every_edition/support.rs"]
mod support;

use std::future::Future;
use std::pin::Pin;

use support::{Failure, no_block, no_wait, retried, third_time, thrice};

#[reexport::retry(crate = reexport::retry_core, base = "1s", transient = Failure::is_busy, sleep = no_wait)]
async fn by_path() -> Result<u32, Failure> {
    third_time()
}

#[reexport::prelude::again(crate = ::reexport::prelude::core, transient = Failure::is_busy, sleep = no_wait)]
async fn renamed() -> Result<u32, Failure> {
    third_time()
}

#[reexport::retry(crate = reexport::retry_core, blocking, transient = Failure::is_busy, sleep = no_block)]
fn blocking() -> Result<u32, Failure> {
    third_time()
}

#[reexport::retry(crate = reexport::retry_core, transient = Failure::is_busy, sleep = no_wait)]
fn boxed() -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send>> {
    Box::pin(async move { third_time() })
}

reexport::retried! {
    transient = Failure::is_busy, policy = reexport::retry_core::RetryPolicy::default(), sleep = no_wait =>
    async fn annotated_by_a_macro(text: &str) -> Result<String, Failure> {
        third_time()?;
        Ok(text.to_owned())
    }
}

reexport::retried_call! {
    pub(crate) fn written_by_a_macro() -> Result<u32, Failure> {
        third_time()
    }
}

mod imported {
    use reexport::{retry, retry_core as core};

    use super::support::{Failure, no_wait, third_time};

    #[retry(crate = core, transient = Failure::is_busy, sleep = no_wait)]
    pub(super) async fn in_scope() -> Result<u32, Failure> {
        third_time()
    }
}

#[test]
fn three_attempts() {
    assert_eq!(retried(by_path()), Ok(3));
    assert_eq!(retried(renamed()), Ok(3));
    assert_eq!(thrice(blocking()), Ok(3));
    assert_eq!(retried(boxed()), Ok(3));
    assert_eq!(retried(annotated_by_a_macro("text")).unwrap(), "text");
    assert_eq!(retried(written_by_a_macro()), Ok(3));
    assert_eq!(retried(imported::in_scope()), Ok(3));
}

#[test]
fn verdicts() {
    use reexport::retry_core::Verdict;

    #[derive(reexport::Transient)]
    #[transient(crate = reexport::retry_core)]
    enum Error {
        #[transient(forward)]
        Inner(Status),
        Other,
    }

    reexport::limited!(Status(u16) above 499);

    fn verdict(error: &impl reexport::Transient) -> Verdict {
        error.verdict()
    }

    assert_eq!(verdict(&Error::Inner(Status(500))), Verdict::Transient);
    assert_eq!(verdict(&Error::Inner(Status(499))), Verdict::Permanent);
    assert_eq!(verdict(&Error::Other), Verdict::Permanent);
}
