//! The same for each version of reqwest, whose builders have other names for what concerns TLS.

mod v0_12;
mod v0_13;
