//! A whole night, each fault of it alone, and the audit.

mod audit;
mod billing;
mod faults;
mod program;
