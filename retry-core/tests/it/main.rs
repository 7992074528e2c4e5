//! The behaviour of retry-core, a module for each part. Without the standard library, these are the policy and the
//! decision.

#[cfg(feature = "std")]
mod allocations;
#[cfg(feature = "std")]
mod boundaries;
#[cfg(feature = "std")]
mod breaker;
mod budget;
#[cfg(feature = "std")]
mod chain;
#[cfg(feature = "std")]
mod closure;
#[cfg(feature = "std")]
mod closure_events;
#[cfg(feature = "std")]
mod closure_future;
mod decision;
mod decision_invariants;
#[cfg(feature = "std")]
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
#[cfg(feature = "std")]
mod scope_by_hand;
#[cfg(feature = "std")]
mod scope_time;
#[cfg(feature = "serde")]
mod settings;
#[cfg_attr(not(feature = "std"), allow(dead_code, reason = "what makes calls is not tested then"))]
mod support;
mod text;
mod to_builder;
#[cfg(feature = "tower")]
mod tower;
#[cfg(feature = "std")]
mod transient;
