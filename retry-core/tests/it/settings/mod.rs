//! Settings from files and the environment.

mod example;
mod layers;
mod messages;
mod properties;
mod support;
