//! Re-exports the attribute, and uses it in macros.

pub use retry_core;
pub use retry_core::{Transient, retry};

/// A module in the path of the attribute.
pub mod prelude {
    pub use retry_core as core;
    pub use retry_core::retry as again;
}

/// Annotates the function that it gets.
///
/// `$crate` is this crate, wherever the macro is used.
#[macro_export]
macro_rules! retried {
    ($($option:ident = $value:expr),* => $item:item) => {
        #[$crate::retry(crate = $crate::retry_core, $($option = $value),*)]
        $item
    };
}

/// Writes a whole function.
#[macro_export]
macro_rules! retried_call {
    ($visibility:vis fn $name:ident() -> $output:ty $body:block) => {
        #[$crate::prelude::again(
            crate = $crate::prelude::core,
            attempts = 3,
            transient = |_| true,
            on_retry = |event| assert!(event.attempt < 3),
            context = _attempt,
            sleep = |_| ::std::future::ready(())
        )]
        $visibility async fn $name() -> $output $body
    };
}

/// Writes an error that is transient above a limit.
#[macro_export]
macro_rules! limited {
    ($name:ident($number:ty) above $limit:expr) => {
        #[derive($crate::Transient)]
        #[transient(crate = $crate::prelude::core, when = |error| error.0 > $limit)]
        struct $name($number);
    };
}
