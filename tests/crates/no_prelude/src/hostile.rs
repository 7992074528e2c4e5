//! Names from the prelude and from crates, and what they are here.
#![allow(dead_code, non_camel_case_types, non_upper_case_globals, unused_imports, unused_macros)]

pub(crate) mod core {}
pub(crate) mod std {}
pub(crate) mod alloc {}
pub(crate) mod tokio {}
pub(crate) mod retry_core {}
pub(crate) mod __private {}

pub(crate) struct Result;
pub(crate) struct Option;
pub(crate) struct Box;
pub(crate) struct Duration;
pub(crate) struct String;
pub(crate) struct Pin;
pub(crate) struct RetryPolicy;
pub(crate) struct Backoff;
pub(crate) struct Jitter;
pub(crate) struct Call;
pub(crate) struct Step;
pub(crate) struct Send;
pub(crate) struct u32;
pub(crate) struct u64;
pub(crate) struct f64;
pub(crate) struct bool;
pub(crate) struct str;

// In a pattern each of them is a constant and not a variable.
pub(crate) const Ok: Result = Result;
pub(crate) const Err: Result = Result;
pub(crate) const Some: Option = Option;
pub(crate) const None: Option = Option;
pub(crate) const outcome: Option = Option;
pub(crate) const delay: Option = Option;
pub(crate) const error: Option = Option;
pub(crate) const call: Option = Option;

pub(crate) trait Future {}
pub(crate) trait From {}
pub(crate) trait Into {}
pub(crate) trait Outcome {}
pub(crate) trait Sleep {}
pub(crate) trait Transient {}

pub(crate) fn drop() {}
pub(crate) fn step() {}
pub(crate) fn policy() {}
pub(crate) fn pause() {}
pub(crate) fn never() {}

/// Methods of every type, named like those of a call and a policy.
pub(crate) trait Everywhere: ::core::marker::Sized {
    fn base(self) {}
    fn cap(self) {}
    fn factor(self) {}
    fn backoff(self) {}
    fn jitter(self) {}
    fn retry_after_cap(self) {}
    fn timed(self) {}
    fn with_rng(self) {}
    fn judge(self) {}
    fn step(self) {}
    fn build_const(self) {}
    fn attempt(self) {}
    fn attempts(self) {}
}

impl<T> Everywhere for T {}

macro_rules! hostile {
    ($($anything:tt)*) => {
        ::core::compile_error!("this macro is not meant")
    };
}

pub(crate) use hostile as assert;
pub(crate) use hostile as concat;
pub(crate) use hostile as format;
pub(crate) use hostile as matches;
pub(crate) use hostile as module_path;
pub(crate) use hostile as panic;
pub(crate) use hostile as stringify;
pub(crate) use hostile as unreachable;
pub(crate) use hostile as vec;
