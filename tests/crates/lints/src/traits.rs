//! Trait methods.

use std::future::ready;

use retry_core::retry;

use crate::Failure;

type Outcome<T = u32> = Result<T, Failure>;

/// With native async methods.
pub(crate) trait Source {
    /// Has no default.
    async fn read(&mut self, text: &str) -> Outcome<usize>;

    /// Has one.
    #[retry]
    async fn with_default(&self) -> Outcome {
        ready(Ok(1)).await
    }

    /// Returns a future.
    fn declared(&self) -> impl Future<Output = Outcome> + Send;
}

/// With boxed methods.
#[async_trait::async_trait]
pub trait Erased {
    /// Has no default.
    async fn read(&mut self, text: &str, _unused: u32, owned: String) -> Outcome<usize>;

    /// Has one.
    #[retry(attempts = 3, timeout = "5s", until = |number| *number > 0)]
    async fn with_default(&self) -> Outcome
    where
        Self: Sync,
    {
        ready(Ok(1)).await
    }
}

/// Not `Send`.
#[async_trait::async_trait(?Send)]
pub trait Local {
    /// Has a default.
    #[retry]
    async fn read(&self, (left, right): (u32, u32)) -> Outcome {
        ready(Ok(left + right)).await
    }
}

/// A client.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    calls: usize,
}

impl Source for Client {
    #[retry]
    async fn read(&mut self, text: &str) -> Outcome<usize> {
        self.calls += 1;
        ready(Ok(self.calls + text.len())).await
    }

    #[retry]
    async fn declared(&self) -> Outcome {
        ready(Ok(u32::from(self.calls > 0))).await
    }
}

#[async_trait::async_trait]
impl Erased for Client {
    #[retry]
    async fn read(&mut self, text: &str, _unused: u32, owned: String) -> Outcome<usize> {
        self.calls += 1;
        ready(Ok(self.calls + text.len() + owned.len())).await
    }
}

impl Local for Client {}

/// Uses them all.
///
/// # Errors
///
/// As the call.
#[retry]
pub async fn all(client: &mut Client) -> Outcome<usize> {
    let defaults = client.with_default_of_source().await? + client.declared().await?;
    Ok(Source::read(client, "text").await? + usize::from(defaults > 0))
}

impl Client {
    #[retry]
    async fn with_default_of_source(&self) -> Outcome {
        Source::with_default(self).await
    }
}
