//! The feature `tracing`. It is a test binary of its own: with a single subscriber, the thread that first meets an
//! event decides for all threads whether anyone listens, and in the other tests nobody listens.

mod elapsed;
mod errors;
mod events;
mod subscriber_panics;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../it/support/mod.rs"]
mod support;
