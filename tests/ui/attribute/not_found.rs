//! A name in an option has to be in scope.

use retry_core::retry;

#[retry(crate = ::retries)]
async fn no_crate() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(budget = BUDGET)]
async fn no_budget() -> std::io::Result<u32> {
    Ok(1)
}

// Macros and a crate of two versions: the name of the hidden module has the version in it.
mod another_version {
    #[doc(hidden)]
    pub mod __private_0_0_9 {}
}

#[retry(crate = crate::another_version, transient = |_| true, timeout = "1s")]
async fn two_versions() -> std::io::Result<u32> {
    Ok(std::future::ready(Ok::<_, std::io::Error>(1)).await?)
}

fn main() {
    let _ = no_budget();
}
