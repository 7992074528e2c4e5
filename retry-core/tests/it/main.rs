//! What retry-core does, a module for each part of it.

mod allocations;
mod boundaries;
mod breaker;
mod budget;
mod chain;
mod closure;
mod closure_events;
mod closure_future;
mod decision;
mod decision_invariants;
mod described;
#[cfg(feature = "http")]
mod http;
mod jitter;
mod jitter_statistics;
#[cfg(all(feature = "macros", feature = "metrics"))]
mod metrics_recorded;
mod policy;
mod policy_errors;
mod properties;
mod schedule;
mod schedule_text;
mod scope_by_hand;
mod scope_time;
#[cfg(feature = "serde")]
mod settings;
mod support;
mod text;
mod to_builder;
#[cfg(feature = "tower")]
mod tower;
mod transient;
