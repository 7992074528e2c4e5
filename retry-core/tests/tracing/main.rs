//! What the feature `tracing` tells, in a process of its own: a thread without a subscriber that meets an event before
//! anyone else can switch it off for the one thread that has a subscriber.

mod events;
mod subscriber_panics;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../it/support/mod.rs"]
mod support;
