//! `#[async_trait]` with unusual code: raw names, patterns, `#[cfg]` on arguments, associated types, and all of this
//! from a macro's fragments.

use crate::common::{Failure, no_wait, retried, third_time};
use async_trait::async_trait;
use retry_core::retry;

#[async_trait]
trait Unusual {
    type Out: Clone + Send + Sync;

    async fn raw(&self, r#type: String, by: impl AsRef<str> + Send + Sync + 'static) -> Result<usize, Failure>;
    async fn bound(&self, all: Option<String>, pair: (String, u32)) -> Result<usize, Failure>;
    async fn associated(&self, out: Self::Out) -> Result<Self::Out, Failure>;
    async fn conditional(&self, text: String, #[cfg(any())] missing: Missing) -> Result<usize, Failure>;
}

struct Disk;

/// Implements the trait with types and bodies that are fragments.
macro_rules! unusual {
    ($client:ty, $ret:ty, $body:block) => {
        #[async_trait]
        impl Unusual for $client {
            type Out = String;

            #[retry(sleep = no_wait)]
            async fn raw(&self, r#type: String, by: impl AsRef<str> + Send + Sync + 'static) -> $ret {
                third_time()?;
                Ok(r#type.len() + by.as_ref().len())
            }

            #[retry(sleep = no_wait)]
            async fn bound(&self, all @ (Some(_) | None): Option<String>, (ref text, more): (String, u32)) -> $ret {
                third_time()?;
                Ok(all.as_deref().map_or(0, str::len) + text.len() + more as usize)
            }

            #[retry(sleep = no_wait)]
            async fn associated(&self, out: Self::Out) -> Result<Self::Out, Failure> {
                third_time()?;
                Ok(out.clone())
            }

            #[retry(sleep = no_wait)]
            async fn conditional(
                &self,
                #[cfg(not(any()))]
                #[cfg(all())]
                text: String,
                #[cfg(any())] missing: Missing,
            ) -> $ret {
                drop(text.clone());
                $body
            }
        }
    };
}

unusual!(Disk, Result<usize, Failure>, {
    let three = third_time()?;
    Ok(three as usize)
});

#[test]
fn arguments() {
    let disk = Disk;
    assert_eq!(retried(disk.raw("raw".to_owned(), "by")), Ok(5));
    assert_eq!(retried(disk.bound(Some("all".to_owned()), ("text".to_owned(), 10))), Ok(17));
    assert_eq!(retried(disk.associated("out".to_owned())).unwrap(), "out");
    assert_eq!(retried(disk.conditional(String::new())), Ok(3));
}
