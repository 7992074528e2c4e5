//! Source that is valid in every edition: the crates edition_2021 and edition_2024 compile it too.

mod derived;
mod drop_order;
mod exclusive;
mod exclusive_generated;
mod functions;
mod noisy;
pub mod support;
