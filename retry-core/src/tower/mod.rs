//! Retries as a layer of a [tower] stack. With the feature `tower`.
//!
//! ```
//! use std::io;
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicU32, Ordering};
//! use retry_core::{Retrier, RetryPolicy, tower::RetryLayer};
//! use tower::{ServiceBuilder, ServiceExt, service_fn};
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() {
//! let requests = Arc::new(AtomicU32::new(0));
//! let counted = Arc::clone(&requests);
//! let flaky = service_fn(move |_path: &'static str| {
//!     let number = counted.fetch_add(1, Ordering::Relaxed) + 1;
//!     async move { if number < 3 { Err(io::Error::from(io::ErrorKind::ConnectionReset)) } else { Ok(number) } }
//! });
//!
//! let retries = Retrier::new(RetryPolicy::default());
//! let service = ServiceBuilder::new().layer(RetryLayer::new(retries)).service(flaky);
//! assert_eq!(service.oneshot("/").await.unwrap(), 3);
//! # }
//! ```
//!
//! | module | holds |
//! |---|---|
//! | `layer` | [`RetryLayer`]: the retrier, and how to judge outcomes, make errors and copy requests |
//! | `service` | [`RetryService`], which the layer makes, and the future of a response |
//! | `attempts` | the attempts of one request: wait for `poll_ready`, then call |
//! | `classify` | the verdict on a whole outcome |
//!
//! [tower]: https://docs.rs/tower

mod attempts;
mod classify;
mod layer;
mod service;

pub use self::attempts::{ByClone, CloneRequest};
pub use self::classify::{ByError, Classify};
pub use self::layer::{BreakerError, RetryLayer, TimeoutError};
pub use self::service::{ResponseFuture, RetryService};
