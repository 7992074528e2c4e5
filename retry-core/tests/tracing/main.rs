//! What the feature `tracing` tells. A process of its own: while there is a single subscriber, the thread that meets an
//! event first decides for all threads whether anyone listens, and in the other tests nobody does.

mod elapsed;
mod errors;
mod events;
mod subscriber_panics;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../it/support/mod.rs"]
mod support;
